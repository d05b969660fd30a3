import Foundation

/// How numbers are written in tables.
enum Figures {
    /// What stands where there is no figure.
    static let absent = "–"

    /// From here on a figure has an exponent, or it would fill a line.
    private static let huge = 1e15

    /// With so many digits behind the point.
    private static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: abs(value) < huge ? "%.\(digits)f" : "%.3g", value)
    }

    /// Three significant digits; an exponent only far from 1.
    static func short(_ value: Double?) -> String {
        guard let value else { return absent }
        let magnitude = abs(value)
        if magnitude >= huge || (magnitude > 0 && magnitude < 0.001) { return String(format: "%.3g", value) }
        if magnitude == 0 { return "0" }
        let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
        return String(format: "%.\(digits)f", value)
    }

    /// A count an event: whole numbers as such, others to three places; `~` where repetitions disagreed.
    static func count(_ value: Double?, exact: Bool?) -> String {
        guard let value else { return absent }
        let mark = exact == false ? "~" : ""
        if value == value.rounded() { return mark + fixed(value, 0) }
        return mark + (abs(value) < 0.001 ? "<0.001" : fixed(value, 3))
    }

    /// Six significant digits: for two figures that may differ by little.
    static func precise(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(format: "%.6g", value)
    }

    /// Both, with as many digits as tell them apart.
    static func precise(_ one: Double, _ other: Double) -> (String, String) {
        let texts = (precise(one), precise(other))
        return texts.0 == texts.1 && one != other ? ("\(one)", "\(other)") : texts
    }

    /// By how much two figures differ, as a share of the one that is further from 0.
    static func differing(_ one: Double, _ other: Double) -> Double {
        if one == other { return 0 }
        let largest = max(abs(one), abs(other))
        return abs(one / largest - other / largest)
    }

    /// A figure that decides nothing has a mark.
    static func marked(_ text: String, _ inconclusive: String?) -> String { inconclusive == nil ? text : "?" + text }

    /// A multiple of another row's time.
    static func multiple(_ value: Double?, _ inconclusive: String?) -> String { value == nil ? absent : marked(short(value), inconclusive) }

    // What is made of two times is as good as the worse of them.

    static func multipleOfReference(_ row: Row?) -> String { multiple(row?.multipleOfReference, row?.inconclusive ?? row?.inconclusiveReference) }

    static func multipleOfTwin(_ row: Row?) -> String { multiple(row?.multipleOfTwin, row?.inconclusive ?? row?.inconclusiveTwin) }

    /// A share of 1.
    static func percent(_ share: Double?) -> String {
        guard let share else { return absent }
        return fixed(share * 100, share > 0 && share < 0.1 ? 1 : 0) + " %"
    }

    /// A ratio near 1 with its interval.
    static func fineRatio(_ estimate: Estimate?) -> String {
        guard let estimate else { return absent }
        return ratio(estimate, digits: 3)
    }

    /// A ratio with its interval.
    static func ratio(_ estimate: Estimate?) -> String {
        guard let estimate else { return absent }
        return ratio(estimate, digits: 2)
    }

    private static func ratio(_ estimate: Estimate, digits: Int) -> String {
        let median = fixed(estimate.median, digits)
        guard let interval = estimate.interval else { return median }
        return "\(median) [\(fixed(interval.low, digits)), \(fixed(interval.high, digits))]"
    }
}

extension Figures {
    /// Nanoseconds with a unit that suits them.
    static func duration(_ nanoseconds: Double?) -> String {
        guard let nanoseconds else { return absent }
        let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
        let unit = units.first { abs(nanoseconds) >= $0.0 } ?? (1, "ns")
        return "\(short(nanoseconds / unit.0)) \(unit.1)"
    }
}
