import FairKitCore
import FairKitVault
import KeyRing
import Relational

extension ReadTransaction {
    /// Passes all rows of tables to a closure, as pieces of an archive: the same rows make the same pieces in every engine.
    func eachPiece(
        of tables: [ArchiveHeader.Table], watchedBy progress: WorkProgress? = nil,
        _ body: (ArchivedRows) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        for (place, table) in tables.enumerated() {
            var piece = ArchivedRows(of: place)
            var reading = TableReading(table)
            while !reading.isAtEnd {
                if progress?.now.isStopped ?? false { throw .file(.interrupted) }
                let some: [[UInt8]]
                do throws(DatabaseError) { some = try reading.next(on: self) } catch { throw .database(error) }
                for row in some {
                    piece.append(row)
                    guard piece.isFull else { continue }
                    try body(piece)
                    piece = ArchivedRows(of: place)
                }
                progress?.did(some.count)
            }
            if piece.rows > 0 { try body(piece) }
        }
    }

    /// The digest of all rows of tables, as the end of an archive has it.
    func digest(of tables: [ArchiveHeader.Table]) throws(ArchiveError) -> [UInt8] {
        var digest = RowDigest()
        try eachPiece(of: tables) { (piece) throws(ArchiveError) in
            do throws(KeyError) { try digest.add(piece.bytes) } catch { throw .key(error) }
        }
        return digest.value
    }
}
