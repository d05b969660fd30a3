import Rx
import RxBlocking
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import LineSockets

@Suite struct LineSocketTests {
    @Test func bytesAreCutIntoLines() {
        var cutter = LineCutter()
        #expect(cutter.lines(in: "on".utf8) == [])
        #expect(cutter.lines(in: "e\ntwo\n\nthr".utf8) == ["one", "two", ""])
        #expect(cutter.lines(in: "ee ✓\n".utf8) == ["three ✓"])
    }

    @Test func linesComeBackInOrderBeforeTheEnd() throws {
        let listener = try LineListener()
        // Says everything twice, and closes when the other end has.
        let echo = listener.channels
            .flatMap { channel in
                channel.lines.do(onNext: { channel.send("\($0) \($0)") })
                    .do(onNext: { if $0 == "999" { channel.close() } })
            }
            .subscribe()
        defer { echo.dispose() }

        let client = try LineSocket(port: listener.port)
        for number in 0..<1000 { client.send(String(number)) }
        let came = try client.lines.toBlocking(timeout: 60).toArray()
        #expect(came == (0..<1000).map { "\($0) \($0)" })
    }

    /// Both ends have said all, and more is to be read than one read takes: where a source tells only once of that.
    @Test func allIsReadOfAConnectionThatHasEnded() throws {
        var ends: [Int32] = [0, 0]
        try SystemSocket.check("socketpair", socketpair(AF_UNIX, SystemSocket.stream, 0, &ends))
        let here = SystemSocket(descriptor: ends[0]), there = SystemSocket(descriptor: ends[1])
        let sent = (0..<10_000).map { "line \($0)" }
        there.sendAll(Array((sent.joined(separator: "\n") + "\n").utf8))
        there.finishSending()
        here.finishSending()
        #expect(try LineSocket(socket: here).lines.toBlocking(timeout: 60).toArray() == sent)
    }

    @Test func endedTellsOfAnOtherEndThatCloses() throws {
        let listener = try LineListener()
        let ended = listener.channels.take(1).flatMap(\.ended)
        let client = try LineSocket(port: listener.port)
        client.send("good bye")
        client.close()
        #expect(try ended.toBlocking(timeout: 60).toArray().count == 1)
    }

    @Test func whereNobodyListensConnectingThrows() throws {
        var listener: LineListener? = try LineListener()
        let port = try #require(listener?.port)
        listener = nil
        #expect(throws: SystemCallError.self) { try LineSocket(port: port) }
    }

    @Test func aPortThatIsTakenThrows() throws {
        let listener = try LineListener()
        #expect(throws: SystemCallError.self) { try LineListener(port: listener.port) }
    }
}
