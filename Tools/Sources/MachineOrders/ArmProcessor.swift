/// A kind of processor, or of code for any of them, that the intermediate code is compiled for.
struct ArmProcessor: Sendable {
    let name: String
    let options: [String]

    static let all = [
        ArmProcessor(name: "armv8.0", options: ["-march=armv8-a", "-mno-outline-atomics"]),
        ArmProcessor(name: "armv8.1 with LSE", options: ["-march=armv8.1-a", "-mno-outline-atomics"]),
        ArmProcessor(name: "armv8.3 with RCPC", options: ["-march=armv8.3-a", "-mno-outline-atomics"]),
        ArmProcessor(name: "any, by helpers", options: ["-march=armv8-a", "-moutline-atomics"]),
    ]
}

/// What an instruction for aarch64 does to atomic memory, and how it is ordered.
struct ArmInstruction {
    enum Kind { case load, store, exclusiveLoad, exclusiveStore, change, fence, other }

    let kind: Kind
    let acquires: Bool
    let releases: Bool

    private init(_ kind: Kind, acquires: Bool = false, releases: Bool = false) {
        (self.kind, self.acquires, self.releases) = (kind, acquires, releases)
    }

    /// - Parameter name: as `ArmCode` has it.
    init(_ name: String) {
        if name.hasPrefix("__aarch64_") {
            self.init(.change, acquires: name.hasSuffix("_acq") || name.hasSuffix("_acq_rel"), releases: name.hasSuffix("_rel"))
            return
        }
        switch name {
        case "dmb ish", "dmb sy": self.init(.fence, acquires: true, releases: true)
        case "dmb ishld", "dmb ld": self.init(.fence, acquires: true)
        default: self.init(base: name.last == "b" || name.last == "h" ? String(name.dropLast()) : name)
        }
    }

    /// - Parameter base: without what says that it takes a byte or two.
    private init(base: String) {
        switch base {
        case "ldar", "ldapr", "ldapur": self.init(.load, acquires: true)
        case "ldr", "ldur", "ldrs", "ldurs": self.init(.load)
        case "stlr", "stlur": self.init(.store, releases: true)
        case "str", "stur": self.init(.store)
        case "ldaxr": self.init(.exclusiveLoad, acquires: true)
        case "ldxr": self.init(.exclusiveLoad)
        case "stlxr": self.init(.exclusiveStore, releases: true)
        case "stxr": self.init(.exclusiveStore)
        default:
            // Of `casal` and its kind what follows says how it is ordered.
            let operations = ["cas", "swp", "ldadd", "ldclr", "ldset", "ldeor", "stadd", "stclr", "stset", "steor"]
            guard let operation = operations.first(where: base.hasPrefix), ["", "a", "l", "al"].contains(base.dropFirst(operation.count)) else {
                self.init(.other)
                return
            }
            let order = base.dropFirst(operation.count)
            self.init(.change, acquires: order.hasPrefix("a"), releases: order.hasSuffix("l"))
        }
    }
}

extension AtomicStep {
    /// What order its instructions for aarch64 lack; nil if they have all that it asks for.
    func lost(in names: [String]) -> String? {
        let all = names.map(ArmInstruction.init)
        func of(_ kinds: ArmInstruction.Kind...) -> [ArmInstruction] { all.filter { kinds.contains($0.kind) } }
        switch kind {
        case .lightFence: return names.isEmpty ? "nothing holds its place" : nil
        case .fence: return of(.fence).contains { $0.acquires && (!order.releases || $0.releases) } ? nil : "no barrier of that order"
        case .load:
            if of(.load).isEmpty { return "no load" }
            return order.acquires && !of(.load).contains { $0.acquires } ? "no load that acquires" : nil
        case .store:
            if of(.store).isEmpty { return "no store" }
            return order.releases && !of(.store).contains { $0.releases } ? "no store that releases" : nil
        case .change, .compareExchange:
            let loads = of(.exclusiveLoad, .change), stores = of(.exclusiveStore, .change)
            if loads.isEmpty || stores.isEmpty { return "no read-modify-write" }
            if order.acquires || failure?.acquires == true, !loads.allSatisfy(\.acquires) { return "a read that doesn't acquire" }
            return order.releases && !stores.allSatisfy(\.releases) ? "a write that doesn't release" : nil
        }
    }
}
