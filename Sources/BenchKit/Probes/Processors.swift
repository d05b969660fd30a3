import CAllocationCounter
import Foundation

/// The processors that this process may use, which can be fewer than the machine has: it may be bound to some (`taskset`), and its group
/// may get only a share of their time (a container).
public struct Processors {
    /// Where `/proc` and `/sys` are; tests have others.
    var root = ""

    /// How many threads can be at work all the time: those that the process is bound to, or as many as its group's share makes up. At least 1.
    public static var usable: Int { Processors().usable }

    private var usable: Int {
        let bound = Self.bound?.count ?? ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(bound, share.map { Int($0.rounded(.up)) } ?? bound))
    }

    /// Numbers of threads that are worth comparing: from 1 to twice the processors that may be used, or to 8 where those are fewer than 4.
    public static var sizes: [Int] { sizes(for: usable) }

    static func sizes(for processors: Int) -> [Int] {
        var sizes = [1, 2, 3], next = 4
        while sizes.last! < max(2 * processors, 8) {
            sizes += [next, next + next / 2]
            next *= 2
        }
        return sizes.filter { $0 <= max(2 * processors, 8) }
    }

    /// What the maker calls them; nil where the system doesn't tell, as Linux on Arm.
    static var model: String? {
        #if canImport(Darwin)
        var length = 0
        guard sysctlbyname("machdep.cpu.brand_string", nil, &length, nil, 0) == 0 else { return nil }
        var name = [UInt8](repeating: 0, count: length)
        guard sysctlbyname("machdep.cpu.brand_string", &name, &length, nil, 0) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        #else
        let line = Processors().text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
        #endif
    }

    /// The numbers of those that the process may run on, from 0; nil where the system doesn't tell.
    static var bound: Set<Int>? {
        var isUsable = [UInt8](repeating: 0, count: 8192)
        guard rxac_usable_processors(&isUsable, Int32(isUsable.count)) > 0 else { return nil }
        return Set(isUsable.indices.filter { isUsable[$0] == 1 })
    }

    /// So many processors' time the process's group gets, such as 1.5; nil where that isn't limited. A group has its parents' limits too. Of
    /// both versions of Linux's control groups; the files are described in the kernel's documentation.
    var share: Double? {
        guard let groups = text("/proc/self/cgroup") else { return nil }
        var least: Double?
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].isEmpty || fields[1].split(separator: ",").contains("cpu") else { continue }
            // A mount is named after its controllers; where the group's path is as of outside of a container, the mount itself is its.
            let mounts = fields[1].isEmpty ? ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] : ["/sys/fs/cgroup/\(fields[1])", "/sys/fs/cgroup/cpu"]
            for mount in mounts {
                var path = fields[2].split(separator: "/")
                while true {
                    let limit = limit(in: ([Substring(mount)] + path).joined(separator: "/"))
                    least = [least, limit].compactMap { $0 }.min()
                    if path.popLast() == nil { break }
                }
            }
        }
        return least
    }

    private func limit(in group: String) -> Double? {
        if let words = text(group + "/cpu.max")?.split(whereSeparator: \.isWhitespace), words.count == 2 {
            return ratio(words[0], words[1])
        }
        guard let quota = text(group + "/cpu.cfs_quota_us"), let period = text(group + "/cpu.cfs_period_us") else { return nil }
        return ratio(quota.prefix { !$0.isWhitespace }, period.prefix { !$0.isWhitespace })
    }

    /// Nil for `max` and -1, which are no limits.
    private func ratio(_ quota: Substring, _ period: Substring) -> Double? {
        guard let quota = Double(quota), let period = Double(period), quota > 0, period > 0 else { return nil }
        return quota / period
    }

    private func text(_ path: String) -> String? { try? String(contentsOfFile: root + path, encoding: .utf8) }
}
