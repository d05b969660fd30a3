import Foundation

/// What the kernel tells of this process. Each is nil where it tells nothing (`/proc` exists on Linux only).
enum ProcessProbes {
    /// Live threads.
    static func threads() -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    /// Open files, sockets and the like.
    static func descriptors() -> Int? {
        // One of them is that of the folder that is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count).map { $0 - 1 }
    }

    /// Context switches since the process began.
    static func contextSwitches() -> ContextSwitches? {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which some C libraries declare with a type that does not fit its own function.
        guard getrusage(0, &usage) == 0 else { return nil }
        return ContextSwitches(voluntary: Int(usage.ru_nvcsw), involuntary: Int(usage.ru_nivcsw))
    }

    /// What the process has read and written since it began. On Linux a look reads, too.
    static func transfers() -> Transfers? {
        #if canImport(Darwin)
        var usage = rusage_info_v2()
        // The C function fills a struct of the flavor that is asked for, and declares it as `rusage_info_t *`, a pointer to a pointer, whatever that is.
        let failed = withUnsafeMutablePointer(to: &usage) {
            $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) { proc_pid_rusage(getpid(), RUSAGE_INFO_V2, $0) }
        }
        if failed != 0 { return nil }
        return Transfers(
            readCalls: nil, writeCalls: nil, bytesRead: nil, bytesWritten: nil, bytesFromDisk: usage.ri_diskio_bytesread,
            bytesToDisk: usage.ri_diskio_byteswritten)
        #else
        // In one piece, and without what Foundation would read besides.
        let file = open("/proc/self/io", O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        let text = withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
        return Transfers(text: text)
        #endif
    }

    /// Forgets the peak of resident memory. False where the kernel does not let us.
    static func resetPeakMemory() -> Bool {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return false }
        let written = fputs("5", file)
        return fclose(file) == 0 && written >= 0
    }

    /// The most bytes that were resident since `resetPeakMemory`.
    static func peakMemory() -> UInt64? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
        return line.split(separator: " ").compactMap { UInt64($0) }.first.map { $0 * 1024 }
    }

    /// Nanoseconds that the live threads have been ready to run but had no processor.
    static func runDelay() -> UInt64? {
        guard let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else { return nil }
        let delays = tasks.compactMap { runDelay(ofTask: $0) }
        return delays.isEmpty ? nil : delays.reduce(0, +)
    }

    private static func runDelay(ofTask task: String) -> UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(task)/schedstat", encoding: .utf8) else {
            return nil
        }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? UInt64(fields[1]) : nil
    }
}

/// What a process read and wrote, files, sockets and pipes together. Absent is what the system doesn't tell: Darwin tells of the disk alone.
struct Transfers: Codable, Equatable, Sendable {
    let readCalls, writeCalls: UInt64?
    let bytesRead, bytesWritten: UInt64?
    /// What wasn't in memory already, and what went to the disk or will.
    let bytesFromDisk, bytesToDisk: UInt64?

    init(readCalls: UInt64?, writeCalls: UInt64?, bytesRead: UInt64?, bytesWritten: UInt64?, bytesFromDisk: UInt64?, bytesToDisk: UInt64?) {
        self.readCalls = readCalls
        self.writeCalls = writeCalls
        self.bytesRead = bytesRead
        self.bytesWritten = bytesWritten
        self.bytesFromDisk = bytesFromDisk
        self.bytesToDisk = bytesToDisk
    }

    /// What `/proc/self/io` says, as proc(5) describes it; nil where that is something else.
    init?(text: String) {
        var values: [Substring: UInt64] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: ":")
            if words.count == 2 { values[words[0]] = UInt64(words[1].drop { $0 == " " }) }
        }
        if values["syscr"] == nil { return nil }
        self.init(
            readCalls: values["syscr"], writeCalls: values["syscw"], bytesRead: values["rchar"], bytesWritten: values["wchar"],
            bytesFromDisk: values["read_bytes"], bytesToDisk: values["write_bytes"])
    }

    /// What came since `earlier`; never less than nothing, as the difference of two such may be.
    func since(_ earlier: Transfers) -> Transfers {
        func difference(_ now: UInt64?, _ then: UInt64?) -> UInt64? {
            guard let now, let then else { return nil }
            return now > then ? now - then : 0
        }
        return Transfers(
            readCalls: difference(readCalls, earlier.readCalls), writeCalls: difference(writeCalls, earlier.writeCalls),
            bytesRead: difference(bytesRead, earlier.bytesRead), bytesWritten: difference(bytesWritten, earlier.bytesWritten),
            bytesFromDisk: difference(bytesFromDisk, earlier.bytesFromDisk), bytesToDisk: difference(bytesToDisk, earlier.bytesToDisk))
    }
}

/// How often threads lost their processor: by waiting, or because the kernel took it.
struct ContextSwitches: Codable, Equatable, Sendable {
    let voluntary: Int
    let involuntary: Int

    static func - (left: ContextSwitches, right: ContextSwitches) -> ContextSwitches {
        ContextSwitches(
            voluntary: left.voluntary - right.voluntary, involuntary: left.involuntary - right.involuntary)
    }
}
