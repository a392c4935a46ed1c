import FoundationEssentials
package import KeyRing
package import Relational

/// Reads an archive from its beginning to its end. Each piece is authenticated before any of it is used.
package struct ArchiveReader: ~Copyable {
    /// The next content.
    package enum Content {
        case rows(table: Int, [[SQLValue]])
        /// Everything was read, and fits together.
        case end(ArchiveEnd)
    }

    package let header: ArchiveHeader
    /// The value of `TenantKeys.moving` at the export.
    package let secrets: WipedBytes
    private let path: String
    private let file: ReadableFile
    private let seal: PieceSeal
    private let preamble: ArchivePreamble
    private var source: PieceSource
    private var rows: [Int]
    private var table = 0
    private var digest = RowDigest()

    /// Reads the header.
    /// - Parameter newestSchema: an archive of a later one is refused.
    package init(_ path: String, key: MasterKey, newestSchema: Int = Schema.tenant.count) throws(ArchiveError) {
        let file = try mapping(ArchiveError.file) { () throws(StoreError) in try ReadableFile(path) }
        let (preamble, seal) = try ArchivePreamble.read(file, path, key: key)
        var start = PieceSource(offset: ArchivePreamble.length, number: 0)
        let (kind, json) = try start.next(file, path, preamble, seal)
        guard kind == .header, let header = try? JSONDecoder().decode(ArchiveHeader.self, from: Data(json)),
            header.isWellFormed
        else { throw .inconsistent(path: path, difference: "its header has a form that FairKit never writes") }
        guard header.schemaVersion <= newestSchema else {
            throw .newerSchema(path: path, found: header.schemaVersion, supported: newestSchema)
        }
        let (second, bytes) = try start.next(file, path, preamble, seal)
        guard second == .secrets else { throw .damaged(path: path, piece: 1) }
        (self.path, self.preamble, self.seal) = (path, preamble, seal)
        self.file = file
        (self.header, secrets) = (header, WipedBytes(bytes))
        rows = [Int](repeating: 0, count: header.tables.count)
        source = start
    }

    /// The next piece. After the end it must not be called again.
    package mutating func next() throws(ArchiveError) -> Content {
        let (kind, piece) = try source.next(file, path, preamble, seal)
        switch kind {
        case .header, .secrets: throw .damaged(path: path, piece: Int(source.number) - 1)
        case .rows:
            guard let (table, some) = ArchivedRows.read(piece, columns: header.tables.map(\.columns.count)),
                table >= self.table
            else { throw .inconsistent(path: path, difference: "rows have a form that FairKit never writes") }
            do throws(KeyError) { try digest.add(piece) } catch { throw .key(error) }
            self.table = table
            rows[table] += some.count
            return .rows(table: table, some)
        case .end:
            guard source.offset == file.size else { throw .cut(path: path) }
            guard let end = try? JSONDecoder().decode(ArchiveEnd.self, from: Data(piece)), end.rows == rows,
                end.rows == header.tables.map(\.rows), end.digest == digest.value, end.audit == header.audit
            else { throw .inconsistent(path: path, difference: "its rows are not those that its end names") }
            return .end(end)
        }
    }

    /// Reads everything that is left, and keeps none of it.
    /// - Returns: the summary in the last piece.
    package mutating func verify() throws(ArchiveError) -> ArchiveEnd {
        while true {
            if case .end(let end) = try next() { return end }
        }
    }
}

/// Where the next piece is.
private struct PieceSource {
    var offset: Int
    var number: UInt64

    mutating func next(
        _ file: borrowing ReadableFile, _ path: String, _ preamble: ArchivePreamble, _ seal: PieceSeal
    ) throws(ArchiveError) -> (kind: ArchivePreamble.Piece, bytes: [UInt8]) {
        let frame = try read(ArchivePreamble.frameLength, file, path)
        let length = ArchivePreamble.number(in: frame[0..<4])
        guard let kind = ArchivePreamble.Piece(rawValue: frame[4]), length <= ArchivePreamble.longestPiece else {
            throw .damaged(path: path, piece: Int(number))
        }
        let sealed = try read(length, file, path)
        let piece: [UInt8]?
        do throws(KeyError) {
            piece = try seal.open(
                sealed, number: number, authenticating: preamble.header(of: kind, number: number))
        } catch { throw .key(error) }
        guard let piece else { throw .damaged(path: path, piece: Int(number)) }
        number += 1
        return (kind, piece)
    }

    private mutating func read(
        _ count: Int, _ file: borrowing ReadableFile, _ path: String
    ) throws(ArchiveError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(StoreError) { bytes = try file.read(count, at: offset) } catch { throw .file(error) }
        guard bytes.count == count else { throw .cut(path: path) }
        offset += count
        return bytes
    }
}
