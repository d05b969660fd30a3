extension Hooks {
    /// Is told of every subscription: those that a program makes, and those that operators make for it. In debug builds only;
    /// in release builds `inspect` marks what is told to an inspector, and this does nothing.
    ///
    /// A subscription is named after the line that made it, `main.swift:12`, or the operator, `flatMap`. Set it before the
    /// first subscription.
    public static var inspector: (any SubscriptionInspector)? {
        get { Inspection.isOn ? Inspection.inspector : nil }
        set {
            // The last one stays: another thread may have seen the flag, and ask for it.
            if let newValue { Inspection.inspector = newValue }
            Inspection.isOn = newValue != nil
        }
    }
}

/// What debug builds ask at each subscription.
@usableFromInline
enum Inspection {
    nonisolated(unsafe) fileprivate static var inspector: (any SubscriptionInspector)?
    /// Whether there is one: a flag, which is cheaper to look at.
    @usableFromInline nonisolated(unsafe) fileprivate(set) static var isOn = false

    /// The name of a subscription that is made there: the operator if it is this library's code, else the line.
    fileprivate static func name(_ file: StaticString, _ line: UInt) -> String {
        let parts = "\(file)".split(separator: "/")
        let path = parts.last ?? ""
        guard parts.first == "Rx", parts.count == 2 else { return "\(path):\(line)" }
        // Files are named after their operators, those of a trait's own after the trait as well.
        let name = String(path.dropLast(".swift".count).split(separator: "+").last ?? "")
        return internals[name] ?? name.prefix(1).lowercased() + String(name.dropFirst())
    }

    /// What several operators share, and who says no place.
    private static let internals = [
        "Attempts": "retry", "Flattening": "merge", "MergeLimited": "merge", "Multicast": "connect",
        "Infallible": "subscribe", "Observable": "subscribe", "Subscribe": "subscribe",
    ]
}

#if DEBUG
extension Source {
    /// As `start`, told to `Hooks.inspector`. Out of line, so that `start` pays for a look at a flag and nothing else.
    @usableFromInline @inline(never)
    func startInspected(
        _ segment: Segment, _ next: @escaping (Element) -> Void, _ stop: @escaping ((any Error)?) -> Void,
        _ file: StaticString, _ line: UInt
    ) -> any Disposable {
        guard let inspector = Inspection.inspector else { preconditionFailure("Inspection.isOn without an inspector") }
        let number = inspector.begin(Inspection.name(file, line), of: Element.self, on: segment.core)
        segment.own { inspector.ended(number) }  // Owned first: told after the source has been disposed.
        let trampoline = isTrampolined ? Trampoline.begin() : nil
        let observer = Rx.Observer<Element>(
            next: { element in
                inspector.willSend(Event.next(element), number)
                next(element)
                inspector.didSend(number)
            },
            stop: { error in
                inspector.willSend(Event<Element>.stop(error), number)
                stop(error)
                inspector.didSend(number)
            },
            where: predicate)
        run(observer, segment)
        trampoline?.end()
        inspector.subscribed(number)
        return segment
    }
}
#endif
