package import FairKitCore
package import Relational

private let columns: SQL = """
    id, name, partner, starts_on, ends_on, join_code, currency, cost_per_quarter, cost_per_test, saved_per_test, source,
    version, created_at
    """

extension Connection {
    /// All programmes, or those of one coordinator, by name.
    package func programmes(of coordinator: AccountID? = nil) throws(DatabaseError) -> [Programme] {
        let own: SQL =
            if let coordinator {
                "id IN (SELECT programme_id FROM programme_coordinator WHERE account_id = \(coordinator))"
            } else {
                "1 = 1"
            }
        return try all("SELECT \(columns) FROM programme WHERE \(own) ORDER BY name, id", Programme.init(row:))
    }

    package func programme(_ id: ProgrammeID) throws(DatabaseError) -> Programme? {
        try first("SELECT \(columns) FROM programme WHERE id = \(id)", Programme.init(row:))
    }

    /// - Parameter code: as it is stored.
    package func programme(joinCode code: String) throws(DatabaseError) -> Programme? {
        try first("SELECT \(columns) FROM programme WHERE join_code = \(code)", Programme.init(row:))
    }

    package func targets(of id: ProgrammeID) throws(DatabaseError) -> [CalendarQuarter: Int] {
        let found = try all("SELECT quarter, people FROM programme_target WHERE programme_id = \(id)") {
            row throws(DatabaseError) in
            (CalendarQuarter(index: try row.value(0)), try row.value(1, as: Int.self))
        }
        return Dictionary(found) { first, _ in first }
    }

    /// The coordinators of a programme; nil: all active accounts of the role.
    package func coordinators(of id: ProgrammeID?) throws(DatabaseError) -> [ProgrammeCoordinator] {
        let own: SQL =
            if let id { "id IN (SELECT account_id FROM programme_coordinator WHERE programme_id = \(id))" } else {
                "1 = 1"
            }
        let found = try all(
            """
            SELECT id, name, email FROM account
            WHERE \(own) AND role = \(RoleName.coordinator) AND state = \(Account.State.active) ORDER BY id
            """
        ) { row throws(DatabaseError) in
            ProgrammeCoordinator(
                account: try row.value(0), name: try row.value(1, sealed: .accountName, key: 0),
                email: try row.value(2, sealed: .accountEmail, key: 0))
        }
        return found.sorted { $0.email.description < $1.email.description }
    }
}

extension WriteTransaction {
    /// The target of a quarter that was not met before; nil: there is none.
    package func openTarget(of id: ProgrammeID, in quarter: CalendarQuarter) throws(DatabaseError) -> Int? {
        try first(
            """
            SELECT people FROM programme_target
            WHERE programme_id = \(id) AND quarter = \(quarter.index) AND met_at IS NULL
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// Records that a target was met, and told.
    package func meetTarget(of id: ProgrammeID, in quarter: CalendarQuarter, at now: Timestamp) throws(DatabaseError) {
        try run(
            "UPDATE programme_target SET met_at = \(now) WHERE programme_id = \(id) AND quarter = \(quarter.index)")
    }

    package func insertProgramme(_ programme: Programme) throws(DatabaseError) {
        let economics = programme.economics
        try run(
            """
            INSERT INTO programme (\(columns))
            VALUES (\(programme.id), \(programme.name), \(programme.partner), \(programme.startsOn), \(programme.endsOn),
                \(programme.joinCode), \(economics?.currency), \(economics?.costPerQuarter), \(economics?.costPerTest),
                \(economics?.savedPerTest), \(economics?.source), \(programme.version), \(programme.createdAt))
            """)
    }

    /// Stores the changed fields of a programme, and its next version.
    package func updateProgramme(_ programme: Programme) throws(DatabaseError) {
        let economics = programme.economics
        try run(
            """
            UPDATE programme SET name = \(programme.name), partner = \(programme.partner),
                starts_on = \(programme.startsOn), ends_on = \(programme.endsOn), join_code = \(programme.joinCode),
                currency = \(economics?.currency), cost_per_quarter = \(economics?.costPerQuarter), cost_per_test = \(economics?.costPerTest),
                saved_per_test = \(economics?.savedPerTest), source = \(economics?.source), version = version + 1
            WHERE id = \(programme.id)
            """)
    }

    /// Replaces the targets of a programme. One that stays as it was is not told again.
    package func setTargets(_ targets: [CalendarQuarter: Int], of id: ProgrammeID) throws(DatabaseError) {
        for (quarter, people) in try self.targets(of: id) where targets[quarter] != people {
            try run("DELETE FROM programme_target WHERE programme_id = \(id) AND quarter = \(quarter.index)")
        }
        let kept = try self.targets(of: id)
        for (quarter, people) in targets.sorted(by: { $0.key < $1.key }) where kept[quarter] == nil {
            try run(
                """
                INSERT INTO programme_target (programme_id, quarter, people) VALUES (\(id), \(quarter.index), \(people))
                """)
        }
    }

    package func setCoordinators(_ accounts: [AccountID], of id: ProgrammeID) throws(DatabaseError) {
        try run("DELETE FROM programme_coordinator WHERE programme_id = \(id)")
        for account in accounts {
            try run("INSERT INTO programme_coordinator (programme_id, account_id) VALUES (\(id), \(account))")
        }
    }

    /// Removes a deleted account from the coordinators of all programmes.
    func leaveProgrammes(_ account: AccountID) throws(DatabaseError) {
        try run("DELETE FROM programme_coordinator WHERE account_id = \(account)")
    }
}

extension Programme {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        var economics: Economics?
        if let currency = try row.value(6, as: String?.self) {
            economics = Economics(
                currency: currency, costPerQuarter: try row.value(7), costPerTest: try row.value(8),
                savedPerTest: try row.value(9), source: try row.value(10))
        }
        self.init(
            id: try row.value(0), name: try row.value(1), partner: try row.value(2), startsOn: try row.value(3),
            endsOn: try row.value(4), joinCode: try row.value(5), economics: economics, version: try row.value(11),
            createdAt: try row.value(12))
    }
}
