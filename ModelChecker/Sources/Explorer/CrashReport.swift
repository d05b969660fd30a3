import Foundation

/// Says which choices led to a crash of the program under test, before the process ends.
public enum CrashReport {
    public static let prefix = "crashed after "

    /// Handlers run on a stack of their own: a fiber may have run out of its stack.
    public static func install() {
        let size = 64 * 1024
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            var action = sigaction()
            action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
            #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = { CrashReport.write(signal: $0) }
            #else
            action.__sigaction_u.__sa_handler = { CrashReport.write(signal: $0) }
            #endif
            sigaction(signal, &action, nil)
        }
    }

    /// Then the signal comes again and ends the process.
    private static func write(signal: Int32) {
        let line = prefix + Machine.shared.choicesSoFar.text + "\n"
        line.utf8CString.withUnsafeBytes { _ = Foundation.write(STDOUT_FILENO, $0.baseAddress!, $0.count - 1) }
        raise(signal)
    }
}

extension Machine {
    /// Of the running execution.
    var choicesSoFar: Schedule {
        let hasBuffers = memory == .storeBuffers && !sharing.isEverything
        return Schedule(
            steps: (0..<steps).map { schedule[$0] },
            shared: hasBuffers ? sharing.cells.sorted { $0.text < $1.text } : nil)
    }
}
