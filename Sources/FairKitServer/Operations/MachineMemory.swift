import FoundationEssentials

/// The memory that this process may have: the machine's, or less where a control group limits it.
package enum MachineMemory {
    /// - Parameter read: reads a file of the system; nil: there is none.
    /// - Returns: bytes; nil: the system does not say.
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

    /// The files that may limit a group: its own, and those of the groups that it is in.
    /// - Parameter line: `0::/a/b` of version 2, `4:memory:/a/b` of version 1.
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
