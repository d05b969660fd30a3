/// Ends the process with `message`, which names the call whose argument isn't allowed. In release builds, too, where `precondition` says
/// nothing.
@usableFromInline @inline(never)
func refuse(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}

/// Refuses a call unless `isAllowed`. The message is made only then.
@inlinable @inline(__always)
func require(_ isAllowed: Bool, _ message: @autoclosure () -> String) {
    if !isAllowed { refuse(message()) }
}
