package import FairKitCore
package import Relational

extension Connection {
    /// When a person wants to be reminded of the next test; nil: never.
    package func nextTest(of person: ProfileID) throws(DatabaseError) -> NextTest? {
        try first(
            "SELECT interval_months, due_on, set_at, set_by, by_clinician FROM next_test WHERE profile_id = \(person)",
            NextTest.init(row:))
    }

    /// The day on which a person's next test is due; nil: none is planned.
    package func nextTestDue(of person: ProfileID) throws(DatabaseError) -> CalendarDate? {
        guard let test = try nextTest(of: person) else { return nil }
        return test.dueOn(after: try lastTest(of: person))
    }

    /// The date of the last test whose result the person sees.
    package func lastTest(of person: ProfileID) throws(DatabaseError) -> CalendarDate? {
        try first(
            """
            SELECT test_date FROM result
            WHERE profile_id = \(person) AND held_for IS NULL
                AND status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
            ORDER BY test_date DESC LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// A page of people who want to be reminded of a test, by their ids.
    ///
    /// - Parameter id: the last one of the page before; nil: the first page.
    package func peopleWithNextTest(after id: ProfileID?, limit: Int) throws(DatabaseError) -> [ProfileID] {
        let later: SQL = if let id { "profile_id > \(id)" } else { "1 = 1" }
        return try all("SELECT profile_id FROM next_test WHERE \(later) ORDER BY profile_id LIMIT \(limit)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }
}

extension WriteTransaction {
    package func setNextTest(_ test: NextTest, of person: ProfileID) throws(DatabaseError) {
        let (months, day): (Int?, CalendarDate?) =
            switch test.plan {
            case .every(let months): (months, nil)
            case .on(let day): (nil, day)
            }
        _ = try removeNextTest(of: person)
        try run(
            """
            INSERT INTO next_test (profile_id, interval_months, due_on, set_at, set_by, by_clinician)
            VALUES (\(person), \(months), \(day), \(test.setAt), \(test.setBy), \(test.isByClinician))
            """)
    }

    /// - Returns: whether there was one.
    package func removeNextTest(of person: ProfileID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM next_test WHERE profile_id = \(person)") == 1
    }
}

extension NextTest {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let plan: Plan =
            if let months = try row.value(0, as: Int?.self) { .every(months: months) } else { .on(try row.value(1)) }
        self.init(
            plan, setAt: try row.value(2), setBy: try row.value(3), isByClinician: try row.value(4))
    }
}
