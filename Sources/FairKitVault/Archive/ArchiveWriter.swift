import DurableFiles
import FoundationEssentials
import Glibc
package import KeyRing

/// Writes an archive piece by piece: the header, the secrets, rows, and the end. The file has its name once it is
/// complete; until then it is `NAME.part`.
package struct ArchiveWriter: ~Copyable {
    private let seal: PieceSeal
    private let preamble: ArchivePreamble
    private var file: NewFile
    private let path: String
    private var number: UInt64 = 0
    private var digest = RowDigest()
    private var rows: [Int]
    package let header: ArchiveHeader

    private init(
        _ file: consuming NewFile, _ seal: PieceSeal, _ preamble: ArchivePreamble, _ header: ArchiveHeader,
        _ path: String
    ) {
        (self.seal, self.preamble, self.path, self.header) = (seal, preamble, path, header)
        rows = [Int](repeating: 0, count: header.tables.count)
        self.file = file
    }

    /// Begins an archive.
    /// - Parameters:
    ///   - path: a file that does not exist.
    ///   - secrets: `TenantKeys.moving`.
    package static func begin(
        _ path: String, _ header: ArchiveHeader, secrets: WipedBytes, key: MasterKey
    ) throws(ArchiveError) -> ArchiveWriter {
        guard fileSize(path) == nil else { throw .file(.system(path: path, reason: "it exists already")) }
        unsafe unlink(path + ".part")
        let (seal, preamble) = try mapping(ArchiveError.key) { () throws(KeyError) in
            let seal = try PieceSeal.random()
            return (seal, try ArchivePreamble(seal, wrappedBy: key))
        }
        let file = try mapping(ArchiveError.init) { () throws(FileError) in
            var file = try NewFile(path + ".part")
            try file.append(preamble.bytes)
            return file
        }
        var writer = ArchiveWriter(file, seal, preamble, header, path)
        try writer.add(.header, writer.json(header))
        try writer.add(.secrets, secrets.bytes)
        return writer
    }

    /// Adds rows of a table: in the order of the tables.
    package mutating func add(_ some: ArchivedRows) throws(ArchiveError) {
        do throws(KeyError) { try digest.add(some.bytes) } catch { throw .key(error) }
        rows[some.table] += some.rows
        try add(.rows, some.bytes)
    }

    /// Ends the archive, reads it from its beginning to its end, and gives the file its name.
    /// - Returns: its size in bytes.
    package mutating func finish(key: MasterKey) throws(ArchiveError) -> Int {
        try add(.end, json(ArchiveEnd(rows: rows, audit: header.audit, digest: digest.value)))
        do throws(FileError) { try file.sync() } catch { throw ArchiveError(error) }
        var written = try ArchiveReader(file.path, key: key)
        _ = try written.verify()
        do throws(FileError) { try file.finish(as: path) } catch { throw ArchiveError(error) }
        return file.size
    }

    private mutating func add(_ kind: ArchivePreamble.Piece, _ piece: [UInt8]) throws(ArchiveError) {
        let sealed: [UInt8]
        do throws(KeyError) {
            sealed = try seal.seal(piece, number: number, authenticating: preamble.header(of: kind, number: number))
        } catch { throw .key(error) }
        number += 1
        do throws(FileError) {
            try file.append(ArchivePreamble.number(sealed.count, length: 4) + [kind.rawValue])
            try file.append(sealed)
        } catch { throw ArchiveError(error) }
    }

    private func json(_ value: some Encodable) throws(ArchiveError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(value) else { throw .key(.cryptography(operation: "writing JSON")) }
        return Array(json)
    }
}

extension ArchiveError {
    fileprivate init(_ error: FileError) { self = .file(.system(path: error.path, reason: error.reason)) }
}
