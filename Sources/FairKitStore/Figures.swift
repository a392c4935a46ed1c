package import FairKitCore
package import SQLCipher

extension Connection {
    /// How many people registered kits from one time on and before another.
    package func peopleRegistering(from: Timestamp, to: Timestamp) throws(DatabaseError) -> Int {
        try number(
            "SELECT COUNT(DISTINCT profile_id) FROM kit WHERE registered_at >= \(from) AND registered_at < \(to)")
    }

    /// How many people got results from one time on and before another, of each flag and in all; by when the results came, and as they
    /// are now. What was withdrawn does not count, nor what is nobody's.
    package func peopleWithResults(
        from: Timestamp, to: Timestamp
    ) throws(DatabaseError) -> (flags: [AbnormalFlag: Int], all: Int) {
        // An id begins with its time.
        let wanted: SQL = """
            FROM result WHERE id >= \(ResultID.first(at: from)) AND id < \(ResultID.first(at: to))
                AND profile_id IS NOT NULL AND status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
            """
        let flags = try all("SELECT flag, COUNT(DISTINCT profile_id) \(wanted) GROUP BY flag") {
            row throws(DatabaseError) in (try row.value(0, as: AbnormalFlag.self), try row.value(1, as: Int.self))
        }
        return (Dictionary(uniqueKeysWithValues: flags), try number("SELECT COUNT(DISTINCT profile_id) \(wanted)"))
    }
}
