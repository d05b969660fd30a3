import Foundation

/// The function that is making a cell right now, for the names in a printed interleaving.
enum CreationSite {
    /// Such as `Gate.init`, or `cell` where symbols are not to be had.
    static func describe() -> String {
        for symbol in Thread.callStackSymbols.dropFirst() {
            guard let mangled = symbol.split(whereSeparator: { " ()+".contains($0) }).first(where: { $0.hasPrefix("$s") }),
                let function = demangled(String(mangled)), !function.contains("Explorer."), !function.contains("RxPlatform.")
            else { continue }
            return short(function)
        }
        return "cell"
    }

    /// `Rx.Gate.init(core: Rx.Core) -> Rx.Gate` becomes `Gate.init`.
    private static func short(_ function: String) -> String {
        let words = function.split(separator: " ").drop { !$0.contains(".") }
        guard let path = words.first else { return function }
        let name = path.prefix { $0 != "(" && $0 != "<" }.split(separator: ".").dropFirst()
        return name.map { $0 == "__allocating_init" ? "init" : String($0) }.joined(separator: ".")
    }

    private static func demangled(_ name: String) -> String? {
        guard let text = demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// In the run-time library; no module declares it.
    @_silgen_name("swift_demangle")
    private static func demangle(
        _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
