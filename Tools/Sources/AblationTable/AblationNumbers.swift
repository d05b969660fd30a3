import Foundation

enum AblationNumbers {
    /// To three digits behind what is left of the point, fewer where the number is large: `0.009`, `3.85`, `96.4`, `18,846`.
    static func text(_ value: Double) -> String {
        let size = abs(value)
        let digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var text = String(format: "%.\(digits)f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return digits == 0 ? grouped(text) : text
    }

    private static func grouped(_ digits: String) -> String {
        let sign = digits.hasPrefix("-") ? "-" : "", figures = Array(digits.dropFirst(sign.count))
        return sign
            + figures.enumerated().map { index, figure in
                index > 0 && (figures.count - index) % 3 == 0 ? ",\(figure)" : "\(figure)"
            }.joined()
    }

    static func text(_ value: Double, unit: String) -> String {
        switch unit {
        case "ns" where value >= 1e6: "\(text(value / 1e6)) ms"
        case "ns" where value >= 1e3: "\(text(value / 1e3)) µs"
        case "": text(value)
        default: "\(text(value)) \(unit)"
        }
    }

    static func ratio(_ change: AblationChange) -> String { change.ratio.map { "×\(String(format: "%.2f", $0))" } ?? "from 0" }
}
