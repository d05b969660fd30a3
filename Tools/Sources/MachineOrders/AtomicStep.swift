/// A memory order, as LLVM's intermediate code writes it.
enum CodeOrder: String, Sendable {
    case relaxed = "monotonic", acquire, release, both = "acq_rel", sequential = "seq_cst"

    var acquires: Bool { self == .acquire || self == .both || self == .sequential }
    var releases: Bool { self == .release || self == .both || self == .sequential }
}

/// What one instruction of the intermediate code does to atomic memory, and in which order; or what stands for a light fence there.
struct AtomicStep: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, Sendable {
        case load, store, fence
        case change = "read-modify-write", compareExchange = "compare-exchange", lightFence = "light fence"
    }

    let kind: Kind
    let order: CodeOrder
    /// Of a compare-exchange that fails.
    let failure: CodeOrder?

    init(_ kind: Kind, _ order: CodeOrder = .relaxed, failing failure: CodeOrder? = nil) {
        (self.kind, self.order, self.failure) = (kind, order, failure)
    }

    static let lightFence = AtomicStep(.lightFence)
    /// An empty piece of assembler that the compiler moves no access across: it is what `rx_light_fence` becomes.
    static let lightFenceCode = #"asm sideeffect "", "~{memory}"#

    /// - Parameter line: an instruction.
    init?(_ line: Substring) {
        let text = line.drop { $0 == " " }
        let operation = text.hasPrefix("%") ? text.drop { $0 != "=" }.dropFirst(2) : text
        let kind: Kind
        if operation.hasPrefix("load atomic ") {
            kind = .load
        } else if operation.hasPrefix("store atomic ") {
            kind = .store
        } else if operation.hasPrefix("cmpxchg ") {
            kind = .compareExchange
        } else if operation.hasPrefix("atomicrmw ") {
            kind = .change
        } else if operation.hasPrefix("fence ") {
            kind = .fence
        } else if operation.hasPrefix("call void " + Self.lightFenceCode) || operation.hasPrefix("tail call void " + Self.lightFenceCode) {
            self = .lightFence
            return
        } else {
            return nil
        }
        // Orders are the last words before the alignment, or before what is attached.
        let words = operation.prefix { $0 != "!" }.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        let orders = words.compactMap(CodeOrder.init)
        guard let order = orders.first else { return nil }
        self.init(kind, order, failing: kind == .compareExchange ? orders.last : nil)
    }

    var description: String {
        switch kind {
        case .lightFence: kind.rawValue
        case .compareExchange: "\(kind.rawValue) \(order.rawValue) \((failure ?? .relaxed).rawValue)"
        default: "\(kind.rawValue) \(order.rawValue)"
        }
    }
}
