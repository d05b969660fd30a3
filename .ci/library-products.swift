// swift package describe --type json | swift .ci/library-products.swift
//
// The names of the libraries that a package has, one a line, in its order.
import Foundation

let input = FileHandle.standardInput.readDataToEndOfFile()
// A plugin's type is told in another form: what has none of a library's is none.
let document = (try? JSONSerialization.jsonObject(with: input)) as? [String: Any]
guard let products = document?["products"] as? [[String: Any]] else { exit(1) }
for product in products where (product["type"] as? [String: Any])?["library"] != nil {
    if let name = product["name"] as? String { print(name) }
}
