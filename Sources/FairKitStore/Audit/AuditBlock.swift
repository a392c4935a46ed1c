import FairKitCore
import SQLCipher

/// The patients whom lists show are stored by blocks of entries: each block is some pages, and a patient is looked for once in each of them.
/// See the decision `0064-patients-of-lists`.
enum AuditBlock {
    /// How many entries a block has. More make a list's entry wider, fewer make a patient's search longer.
    static let size: Int64 = 32

    /// The block of an entry.
    static func of(_ number: Int64) -> Int64 { number / size }

    /// The entries of lists that show a patient.
    static func entries(showing patient: ProfileID) -> SQL {
        """
        SELECT p.entry FROM (
            WITH RECURSIVE line (block) AS
                (SELECT 0 UNION ALL SELECT block + 1 FROM line WHERE block < (SELECT MAX(block) FROM audit_patient))
            SELECT block FROM line) b
        JOIN audit_patient p ON p.block = b.block AND p.profile_id = \(patient)
        """
    }
}
