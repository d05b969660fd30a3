import Foundation

/// Makes values of data: `JSONDecoder`, `PropertyListDecoder`.
public protocol DataDecoder {
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Each element, decoded. Data that can't be decoded ends the sequence with the decoder's error.
    ///
    ///     source  --"[1]"--"[2]"--"?"
    ///     decode(type: [Int].self, decoder: JSONDecoder())
    ///     result  --[1]----[2]----x
    ///
    /// Cost: the decoder's.
    public func decode<Item: Decodable>(type: Item.Type, decoder: some DataDecoder) -> Observable<Item> {
        map { try decoder.decode(type, from: $0) }
    }
}
