package import FairKitCore

/// The file of the traps in the work of tenants, one a line: the tenant's id and the second since 1970. A signal handler
/// appends to it.
package struct TrapFile: Sendable {
    package let path: String

    package init(in directory: DataDirectory) {
        path = directory.traps
    }

    /// Its traps; none if there is no file. A line that a power cut has damaged is left out.
    package func traps() throws(StoreError) -> [Trap] {
        guard fileSize(path) != nil else { return [] }
        return String(decoding: try wholeFile(path), as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let tenant = TenantID(words[0]), let second = Int64(words[1]),
                (0...Timestamp.allowed.upperBound / 1000).contains(second)
            else { return nil }
            return Trap(of: tenant, at: Timestamp(milliseconds: second * 1000))
        }
    }

    /// Replaces its content.
    package func replace(with traps: [Trap]) throws(StoreError) {
        let lines = traps.map { "\($0.tenant) \($0.at.milliseconds / 1000)\n" }.joined()
        try replaceFile(path, with: Array(lines.utf8))
    }
}
