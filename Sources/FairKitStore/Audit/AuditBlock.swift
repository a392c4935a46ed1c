import FairKitCore
import Relational

/// Blocks of entries, by which the patients of lists are stored: a block takes a few pages, and a search for a patient
/// looks once into each. See decision 0060.
enum AuditBlock {
    /// The number of entries in a block. More entries make a list's entry wider, fewer make the search for a patient
    /// longer.
    static let size: Int64 = 32

    /// The block of an entry.
    static func of(_ number: Int64) -> Int64 { number / size }

    /// The entries of lists that show a patient.
    static func entries(showing patient: ProfileID) -> SQL {
        """
        SELECT p.entry FROM (
            WITH RECURSIVE line (block) AS
                (SELECT MIN(block) FROM audit_patient
                UNION ALL SELECT (SELECT MIN(n.block) FROM audit_patient n WHERE n.block > line.block) FROM line
                    WHERE line.block IS NOT NULL)
            SELECT block FROM line) b
        JOIN audit_patient p ON p.block = b.block AND p.profile_id = \(patient)
        """
    }
}
