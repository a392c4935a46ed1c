import KeyRing

/// The plain beginning of an archive: a mark (8 bytes), the number of the format (4 bytes), the id of the key that opens
/// it (16 hexadecimal digits), and the wrapped key of its pieces. It says nothing about the tenant.
///
/// After it come the pieces: the length of what is sealed (4 bytes), the kind (1 byte), and the sealed bytes. Each is
/// authenticated with the whole preamble, its number and its kind, so it is valid only at its place in its archive. See
/// decision 0118.
struct ArchivePreamble {
    /// The kind of content that a piece holds.
    enum Piece: UInt8 {
        /// `ArchiveHeader` as JSON: always the first.
        case header = 1
        /// The secrets of `TenantKeys.moving`: always the second.
        case secrets
        case rows
        /// `ArchiveEnd` as JSON: always the last.
        case end
    }

    static let mark = Array("FKTENANT".utf8)
    static let format = 1
    static let length = mark.count + 4 + keyIDLength + PieceSeal.wrappedLength
    /// The length and the kind before each piece.
    static let frameLength = 5
    /// A piece is full at 1 MB, and its last row may be as large as two photos.
    static let longestPiece = 8 << 20
    private static let keyIDLength = 16

    let bytes: [UInt8]

    /// Of a new archive.
    init(_ seal: PieceSeal, wrappedBy key: MasterKey) throws(KeyError) {
        let start =
            ArchivePreamble.mark + ArchivePreamble.number(ArchivePreamble.format, length: 4) + Array(key.id.utf8)
        bytes = start + (try seal.wrapped(by: key, authenticating: start))
    }

    /// Reads it, and unwraps the key.
    static func read(
        _ file: borrowing ReadableFile, _ path: String, key: MasterKey
    ) throws(ArchiveError) -> (preamble: ArchivePreamble, seal: PieceSeal) {
        let bytes = try mapping(ArchiveError.file) { () throws(StoreError) in try file.read(length, at: 0) }
        guard bytes.count >= mark.count + 4, Array(bytes.prefix(mark.count)) == mark else {
            throw .foreign(path: path)
        }
        let found = number(in: bytes[mark.count..<(mark.count + 4)])
        guard found == format else { throw .newerFormat(path: path, found) }
        guard bytes.count == length else { throw .cut(path: path) }
        let start = Array(bytes.dropLast(PieceSeal.wrappedLength))
        let needed = String(decoding: start.suffix(keyIDLength), as: UTF8.self)
        guard needed == key.id else {
            guard needed.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
                throw .damaged(path: path, piece: 0)
            }
            throw .otherKey(path: path, needed: needed, given: key.id)
        }
        let seal = try mapping(ArchiveError.key) { () throws(KeyError) in
            try PieceSeal(Array(bytes.suffix(PieceSeal.wrappedLength)), by: key, authenticating: start)
        }
        guard let seal else { throw .damaged(path: path, piece: 0) }
        return (ArchivePreamble(bytes), seal)
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The additional data that a piece is authenticated with.
    func header(of kind: Piece, number: UInt64) -> [UInt8] {
        bytes + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } + [kind.rawValue]
    }

    static func number(_ value: Int, length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    static func number(in bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
