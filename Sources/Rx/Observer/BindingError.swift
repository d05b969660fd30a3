/// What handles an error that reaches something that is bound and can't take one: a programmer's error. Traps in debug
/// builds, prints in release builds; says where the binding was made, with the call stack if `Hooks.recordCallStackOnError` is
/// set.
func bindingErrorHandler(file: StaticString, line: UInt) -> @Sendable (any Error) -> Void {
    let callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
    return { error in
        let frames = callStack.isEmpty ? "" : "\n" + callStack.joined(separator: "\n")
        breach("Binding error: \(error)\(frames)", file: file, line: line)
    }
}

/// A sequence or a caller broke its promise. Traps in debug builds, prints in release builds.
@usableFromInline
func breach(_ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
    #if DEBUG
    fatalError(message(), file: file, line: line)
    #else
    print("\(file):\(line): \(message())")
    #endif
}
