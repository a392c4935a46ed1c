import FairKitCore
import Relational

/// Blocks of entries, by which the entries about a patient are found: a full block is marked with its patients.
/// See decision 0060.
enum AuditBlock {
    /// The number of entries in a block. More make a search read more entries, fewer make it read more marks.
    static let size: Int64 = 32

    /// The block of an entry.
    static func of(_ number: Int64) -> Int64 { number / size }

    /// The mark of a patient: the last two bytes of the id, which are random.
    static func mark(of patient: [UInt8]) -> [UInt8] { Array(patient.suffix(2)) }

    /// The numbers of the entries about a patient, and of lists that show the patient.
    static func entries(about patient: ProfileID) -> SQL {
        let isAbout: SQL = "(a.profile_id = \(patient) OR \(has(patient.bytes, "a.patients")))"
        return """
            SELECT a.number FROM audit_block b CROSS JOIN audit a
            WHERE \(has(mark(of: patient.bytes), "b.marks"))
                AND a.number >= b.block * \(size) AND a.number < (b.block + 1) * \(size) AND \(isAbout)
            UNION SELECT a.number FROM audit a
            WHERE a.number >= (SELECT MAX(number) - MAX(number) % \(size) FROM audit) AND \(isAbout)
            """
    }

    /// PostgreSQL takes a third of all rows to be greater than 0, but one in two hundred to equal 1.
    private static func has(_ bytes: [UInt8], _ column: SQL) -> SQL {
        "CASE WHEN \(.position)(\(column), \(bytes)) > 0 THEN 1 ELSE 0 END = 1"
    }
}

extension WriteTransaction {
    /// Marks a full block with the patients of its entries.
    func mark(_ block: Int64) throws(DatabaseError) {
        let begin = block * AuditBlock.size
        let patients = try all(
            """
            SELECT profile_id, patients FROM audit WHERE number >= \(begin) AND number < \(begin + AuditBlock.size)
                AND (profile_id IS NOT NULL OR patients IS NOT NULL)
            """
        ) { row throws(DatabaseError) in
            // A value of another type was tampered with, and stops no request.
            ((try? row.value(0, as: [UInt8]?.self)) ?? []) + ((try? row.value(1, as: [UInt8]?.self)) ?? [])
        }
        let marks = Set(patients.flatMap(\.ids).map(AuditBlock.mark))
        guard !marks.isEmpty else { return }
        // It is there if the log was cut, and continues within the block.
        try run("DELETE FROM audit_block WHERE block = \(block)")
        try run("INSERT INTO audit_block (block, marks) VALUES (\(block), \(Array(marks.joined())))")
    }
}

extension [UInt8] {
    /// The ids that stand beside each other in these bytes.
    var ids: [[UInt8]] { stride(from: 0, to: count, by: 16).map { Array(self[$0..<Swift.min($0 + 16, count)]) } }
}
