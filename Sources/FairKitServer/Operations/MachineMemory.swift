import FoundationEssentials
import Glibc

/// The memory available to this process: the machine's, or less in a limited control group.
package enum MachineMemory {
    /// - Parameters:
    ///   - read: reads a system file; nil: it does not exist.
    ///   - addressSpace: the address space that the process may map.
    /// - Returns: in bytes; nil: unknown.
    package static func bytes(
        read: (_ path: String) -> String? = MachineMemory.text, addressSpace: Int? = MachineMemory.addressSpace
    ) -> Int? {
        let files = (read("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { limitFiles(of: $0) }
        let limits = files.compactMap { read($0).flatMap { Int($0.trimmed) } }
        return (limits + [total(in: read("/proc/meminfo") ?? ""), addressSpace].compactMap { $0 }).min()
    }

    /// The bytes that the process may map (`ulimit -v`); nil: without a limit.
    package static var addressSpace: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }

    /// How many workers read photos: one per core, and one for each 512 MB beside the server, since one may take as much.
    package static func scanWorkers(cores: Int, memory: Int?) -> Int {
        guard let memory else { return cores }
        return max(1, min(cores, (memory - 256 << 20) / (512 << 20)))
    }

    /// Refuses to start a server that would end in the middle of its work.
    package static func check() throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        if let refusal = refusal(memory: bytes(), addressSpace: addressSpace, cores: cores) { throw refusal }
    }

    /// Why a server would end in the middle of its work; nil: it has enough. The figures are in `docs/operations.md`.
    /// - Parameters:
    ///   - memory: the memory that it may use; nil: unknown.
    ///   - addressSpace: the address space that it may map; nil: without a limit.
    package static func refusal(memory: Int?, addressSpace: Int?, cores: Int) -> OperatorError? {
        // The C library reserves 64 MB for each of eight arenas per core, and threads have stacks.
        let (space, least) = (1024 + 512 * cores, 192)
        if let addressSpace, addressSpace < space << 20 {
            return OperatorError(
                "The address space is limited to \(addressSpace >> 20) MB (ulimit -v, LimitAS=), and FairKit reserves up to \(space) MB with \(cores) cores, though it uses far less. Raise that limit. To limit the memory, use MemoryMax= or the limit of a container."
            )
        }
        guard let memory, memory < least << 20 else { return nil }
        return OperatorError(
            "FairKit may use \(memory >> 20) MB of memory, and needs at least \(least) MB. Raise MemoryMax=, or the limit of the container."
        )
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
