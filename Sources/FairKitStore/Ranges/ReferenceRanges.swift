package import FairKitCore
package import Relational

private let columns: SQL = """
    id, unit, low, high, critical_multiple, laboratory_id, method, from_age, to_age, sex, severe_limit, valid_from,
    valid_to, added_at
    """

extension Connection {
    /// All reference ranges for a unit, including those that ended.
    package func referenceRanges(for unit: AATUnit) throws(DatabaseError) -> [ReferenceRange] {
        try all("SELECT \(columns) FROM reference_range WHERE unit = \(unit)", ReferenceRange.init(row:))
    }

    /// A page of all ranges, the one that was added last first.
    ///
    /// - Parameter laboratory: leaves out those of other laboratories; nil: none.
    package func referenceRanges(
        before number: Int?, for laboratory: LaboratoryID? = nil, limit: Int
    ) throws(DatabaseError) -> Page<ReferenceRange, Int> {
        let own: SQL = laboratory.map { "(laboratory_id IS NULL OR laboratory_id = \($0))" } ?? "1 = 1"
        let found = try all(
            """
            SELECT \(columns) FROM reference_range WHERE id < \(number ?? Int.max) AND \(own)
            ORDER BY id DESC LIMIT \(limit + 1)
            """, ReferenceRange.init(row:))
        return Page(found: found, limit: limit, cursor: \.number)
    }

    /// A range by its number.
    package func referenceRange(_ number: Int) throws(DatabaseError) -> ReferenceRange? {
        try first("SELECT \(columns) FROM reference_range WHERE id = \(number)", ReferenceRange.init(row:))
    }
}

extension WriteTransaction {
    /// Adds a range, which never changes afterwards.
    /// - Returns: its number.
    package func insertReferenceRange(_ range: ReferenceRange) throws(DatabaseError) -> Int {
        let last = try first(
            "SELECT \(.greatest)(COALESCE((SELECT MAX(id) FROM reference_range), 0), \(Epoch.last))"
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        let number = (last ?? 0) + 1
        try run(
            """
            INSERT INTO reference_range (\(columns))
            VALUES (\(number), \(range.unit), \(range.low), \(range.high), \(range.criticalMultiple),
                \(range.laboratoryID), \(range.method), \(range.fromAge), \(range.toAge), \(range.sex),
                \(range.severeLimit), \(range.validFrom), \(range.validTo), \(range.addedAt))
            """)
        return number
    }

    /// Ends a range.
    /// - Parameter day: the first on which it no longer holds.
    /// - Returns: false: it had ended before, or there is none.
    package func endRange(_ number: Int, on day: CalendarDate, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE reference_range SET valid_to = \(day), ended_at = \(now) WHERE id = \(number) AND valid_to IS NULL
                """) == 1
    }
}

extension ReferenceRange {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            number: try row.value(0), unit: try row.value(1), low: try row.value(2), high: try row.value(3),
            criticalMultiple: try row.value(4), laboratoryID: try row.value(5), method: try row.value(6),
            fromAge: try row.value(7), toAge: try row.value(8), sex: try row.value(9), severeLimit: try row.value(10),
            validFrom: try row.value(11), validTo: try row.value(12), addedAt: try row.value(13))
    }
}
