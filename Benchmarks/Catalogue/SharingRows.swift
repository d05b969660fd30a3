import Rx

let sharing = sharingRows(Int.self, .all)
#if ELEMENTS
let sharingOfElements = sharingRows(String.self, .elements) + sharingRows(Wide.self, .elements) + sharingRows(Reference.self, .elements)
#endif

func sharingRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Share<Input>.self),
        rows.of(ShareReplay1<Input>.self),
        rows.of(ShareReplay2<Input>.self),
        rows.of(ShareForever<Input>.self),
        rows.of(PublishRefCount<Input>.self),
        rows.of(ReplayRefCount<Input>.self),
        rows.of(ReplayAllRefCount<Input>.self),
        rows.of(MulticastSelector<Input>.self),
        rows.of(MulticastSubject<Input>.self),
    ]
}

private enum Share<Input: RowElement>: Entry {
    static var name: String { "share" }
    static var title: String { "share()" }
    static var covers: [String] { ["ObservableType.share(replay:scope:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.share() }
}

private enum ShareReplay1<Input: RowElement>: Entry {
    static var name: String { "share/replay-1" }
    static var title: String { "share(replay: 1)" }
    static var covers: [String] { ["ObservableType.share(replay:scope:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.share(replay: 1) }
}

private enum ShareReplay2<Input: RowElement>: Entry {
    static var name: String { "share/replay-2" }
    static var title: String { "share(replay: 2)" }
    static var covers: [String] { ["ObservableType.share(replay:scope:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.share(replay: 2) }
}

private enum ShareForever<Input: RowElement>: Entry {
    static var name: String { "share/replay-1-forever" }
    static var title: String { "share(replay: 1, scope: .forever)" }
    static var keepsForNext: Bool { true }
    static var covers: [String] { ["ObservableType.share(replay:scope:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.share(replay: 1, scope: .forever) }
}

private enum PublishRefCount<Input: RowElement>: Entry {
    static var name: String { "publish/refCount" }
    static var title: String { "publish().refCount()" }
    static var covers: [String] { ["ObservableType.publish()", "ConnectableObservableType.refCount()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.publish().refCount() }
}

private enum ReplayRefCount<Input: RowElement>: Entry {
    static var name: String { "replay/refCount" }
    static var title: String { "replay(1).refCount()" }
    static var covers: [String] { ["ObservableType.replay(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.replay(1).refCount() }
}

private enum ReplayAllRefCount<Input: RowElement>: Entry {
    static var name: String { "replayAll/refCount" }
    static var title: String { "replayAll().refCount()" }
    static var covers: [String] { ["ObservableType.replayAll()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.replayAll().refCount() }
}

private enum MulticastSelector<Input: RowElement>: Entry {
    static var name: String { "multicast/selector" }
    static var title: String { "multicast({ PublishSubject<Input>() }) { $0.map { $0.next } }" }
    static var covers: [String] { ["ObservableType.multicast(_:selector:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.multicast({ PublishSubject<Input>() }) { $0.map { $0.next } }
    }
}

private enum MulticastSubject<Input: RowElement>: Entry {
    static var name: String { "multicast/refCount" }
    static var title: String { "multicast(makeSubject: { PublishSubject<Input>() }).refCount()" }
    static var covers: [String] { ["ObservableType.multicast(makeSubject:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.multicast(makeSubject: { PublishSubject<Input>() }).refCount()
    }
}
