import Foundation

/// The runtime's own demangler, which the toolchain's tools use too.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
    _ name: UnsafePointer<CChar>?, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<UInt>?,
    _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Names of functions as people know them.
enum Demangler {
    /// A linker's name in Swift's notation; what is no name of Swift stays as it is.
    static func name(_ symbol: String) -> String {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("_$s"),
            let text = runtimeDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0)
        else { return symbol }
        defer { free(text) }
        return String(cString: text)
    }
}
