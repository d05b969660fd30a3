import Foundation
import Rx

/// What `RX_INSPECT` asks for.
///
///     RX_INSPECT=trace.html   a page, written when the program exits
///     RX_INSPECT=trace.txt    any other name: the lines of the trace
///     RX_INSPECT=live         a drawing in the terminal, again and again; the whole one when the program exits
enum InspectionRequest: Equatable {
    case page(path: String), lines(path: String), live

    init?(_ value: String?) {
        switch value {
        case nil, "": return nil
        case "live": self = .live
        case let path? where path.hasSuffix(".html"): self = .page(path: path)
        case let path?: self = .lines(path: path)
        }
    }

    /// Writes what was asked for.
    func finish(_ trace: Trace) {
        do {
            switch self {
            case .page(let path):
                let title = ProcessInfo.processInfo.processName
                try trace.html(title: title).write(toFile: path, atomically: true, encoding: .utf8)
            case .lines(let path): try (trace.description + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            case .live: break
            }
        } catch {
            FileHandle.standardError.write(Data("RX_INSPECT: \(error)\n".utf8))
        }
    }
}

extension Recorder {
    /// The recorder of the whole program: there if the environment variable `RX_INSPECT` asks for one, `nil` otherwise.
    ///
    /// `RX_INSPECT=live` draws in the terminal while the program runs; the name of a file is where the trace goes when it
    /// exits: a page if it ends with `.html`, else its lines. In debug builds it then records every subscription from the
    /// program's beginning on, in release builds those that `inspect` marks.
    public static let shared: Recorder? = {
        guard let request = sharedRequest else { return nil }
        let recorder = Recorder()
        if request == .live { sharedLive = LiveDiagram(recorder) }
        atexit { Recorder.finishShared() }
        return recorder
    }()

    private static let sharedRequest = InspectionRequest(ProcessInfo.processInfo.environment["RX_INSPECT"])
    nonisolated(unsafe) private static var sharedLive: LiveDiagram?  // Set once, while `shared` is made.

    /// Debug builds: what the environment asks for is every subscription; release builds say that it isn't. Called when the program is
    /// loaded.
    fileprivate static func beginShared() {
        let recorder = shared
        #if DEBUG
        if Hooks.inspector == nil { Hooks.inspector = recorder }
        #else
        if recorder == nil { return }
        FileHandle.standardError.write(Data("RX_INSPECT: a release build records only what inspect(name) marks\n".utf8))
        #endif
    }

    private static func finishShared() {
        sharedLive?.stop()
        if let shared { sharedRequest?.finish(shared.trace) }
    }
}

/// For CRxInspector only: a program that is linked with this module has been loaded, and `RX_INSPECT` is set.
@_cdecl("rx_inspector_begin")
public func _beginInspection() { Recorder.beginShared() }

extension ObservableType {
    /// The source, recorded if the environment variable `RX_INSPECT` says so; see `Recorder.shared`. Without it this is
    /// `asObservable()`: nothing is added to the chain.
    ///
    /// - Parameter name: what the trace calls this place in the chain.
    public func inspect(_ name: String) -> Observable<Element> {
        guard let recorder = Recorder.shared else { return asObservable() }
        return inspect(name, recorder)
    }
}
