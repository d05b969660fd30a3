/// Where several producers of one segment meet: sources, each in a child of the segment, and timers. What they bring is
/// handled one message at a time, in order, inside the gate of the segment, so the state of an operator needs no lock.
/// `docs/Architecture.md` says where they meet otherwise.
///
/// A message is a closure call; only one that has to wait becomes a closure in memory.
@frozen
@usableFromInline
@_eagerMove
struct Junction {
    @usableFromInline let segment: Segment
    @usableFromInline let mailbox: Mailbox<() -> Void>

    @inlinable @inline(__always)
    init(_ segment: Segment) {
        self.segment = segment
        mailbox = Mailbox(segment) { $0() }
    }

    /// Runs `handle` with `message` when it is its turn: now, if nobody is inside.
    @inlinable @inline(__always)
    func pass<Message>(_ message: Message, to handle: @escaping (Message) -> Void) {
        if segment.enter() {
            handle(message)
            mailbox.finish()
        } else {
            mailbox.post { handle(message) }
        }
    }

    /// `pass`, for a source's elements. Out of line, as the closure that calls it becomes a thunk, in which the compiler compiles no
    /// function of C in, such as the gate's five: 14 instructions less, 2.5 ns of 16 (`combineLatest/2-subjects`).
    @inlinable @inline(never)
    func passOn<Message>(_ message: Message, to handle: @escaping (Message) -> Void) { pass(message, to: handle) }

    /// As `pass`, for a timer: see `Mailbox.visit`.
    @usableFromInline
    func visit(_ handle: @escaping () -> Void) { mailbox.visit(handle) }

    /// Subscribes to a source in a new child, unless the result has ended. Both closures run inside the gate.
    @inlinable @inline(__always)
    func subscribe<Element>(
        _ source: Source<Element>, tearDown: TearDown = .afterStop, next: @escaping (Element) -> Void,
        stop: @escaping ((any Error)?) -> Void, file: StaticString = #fileID, line: UInt = #line
    ) {
        if segment.isClosed { return }
        source.subscribe(
            segment.childForFirstSource(), tearDown: tearDown, next: { passOn($0, to: next) }, stop: { pass($0, to: stop) },
            file: file, line: line)
    }

    /// As the other one, in a child that has been made before, which may have ended without the result.
    @inlinable @inline(__always)
    func subscribe<Element>(
        _ source: Source<Element>, in child: ChildSegment, next: @escaping (Element) -> Void,
        stop: @escaping ((any Error)?) -> Void, file: StaticString = #fileID, line: UInt = #line
    ) {
        source.subscribe(child, next: { passOn($0, to: next) }, stop: { pass($0, to: stop) }, file: file, line: line)
    }
}
