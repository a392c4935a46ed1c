import FoundationEssentials

/// The memory available to this process: the machine's, or less in a limited control group.
package enum MachineMemory {
    /// - Parameter read: reads a system file; nil: it does not exist.
    /// - Returns: in bytes; nil: unknown.
    package static func bytes(read: (_ path: String) -> String? = MachineMemory.text) -> Int? {
        let files = (read("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { limitFiles(of: $0) }
        let limits = files.compactMap { read($0).flatMap { Int($0.trimmed) } }
        return (limits + [total(in: read("/proc/meminfo") ?? "")].compactMap { $0 }).min()
    }

    /// Reads a whole file as text.
    package static func text(of path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func total(in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemTotal:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The limit files of a control group and its parents.
    ///
    /// - Parameter line: `0::/a/b` in version 2, `4:memory:/a/b` in version 1.
    private static func limitFiles(of line: Substring) -> [String] {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return [] }
        let root: (folder: String, file: String)
        switch (parts[0], parts[1]) {
        case ("0", ""): root = ("/sys/fs/cgroup", "memory.max")
        case (_, "memory"): root = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        default: return []
        }
        let names = parts[2].split(separator: "/")
        return (0...names.count).map { count in
            ([root.folder] + names.prefix(count).map { String($0) } + [root.file]).joined(separator: "/")
        }
    }
}

extension String {
    fileprivate var trimmed: String { filter { !$0.isWhitespace } }
}
