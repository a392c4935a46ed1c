package import FairKitCore
package import Relational

/// The columns of a kit, in the order in which `Kit.init(row:)` reads them.
private let columns: SQL =
    "id, code, status, profile_id, registered_at, send_by, read_from, needs_review, results_came_first"
private let withRights: SQL = "\(columns), \(rights: .kit)"

extension Connection {
    /// A kit by its code.
    package func kit(_ code: KitCode, in scope: KitScope = .all) throws(DatabaseError) -> Kit? {
        try first(
            """
            SELECT \(withRights) FROM kit
            WHERE \(lookup: "code") = \(lookup: code, .code) AND \(try condition(of: scope))
            """, Kit.init(row:)
        ).flatMap { scope.admits($0) ? $0 : nil }
    }

    /// A kit by its id, if the subject may see it.
    package func kit(_ id: KitID, in scope: KitScope) throws(DatabaseError) -> Kit? {
        try first("SELECT \(withRights) FROM kit WHERE id = \(id) AND \(try condition(of: scope))", Kit.init(row:))
            .flatMap { scope.admits($0) ? $0 : nil }
    }

    /// The kits with some codes, if the subject may see them and they wait for a result.
    package func kitsWaiting(for codes: [KitCode], in scope: KitScope) throws(DatabaseError) -> [Kit] {
        let wanted = codes.map { "\(lookup: $0, .code)" as SQL }.joined(by: ", ")
        let waiting = KitStatus.allCases.filter(\.acceptsResult).map { "\($0)" as SQL }.joined(by: ", ")
        return try all(
            """
            SELECT \(withRights) FROM kit
            WHERE \(lookup: "code") IN (\(wanted)) AND status IN (\(waiting)) AND \(try condition(of: scope)) ORDER BY id
            """, Kit.init(row:)
        ).filter(scope.admits)
    }

    /// The kits whose sample arrived first and waits for its result, with the time of its arrival. Of each status the oldest
    /// kits are compared.
    package func kitsInHand(
        in scope: KitScope, limit: Int, examining most: Int = KitFilter.maxExamined
    ) throws(DatabaseError) -> [(id: KitID, arrivedAt: Timestamp)] {
        let condition = try condition(of: scope)
        let lists = KitStage.arrived.statuses.map { status -> SQL in
            """
            SELECT id FROM (SELECT id FROM kit WHERE status = \(status) AND \(condition) ORDER BY id LIMIT \(most)) oldest
            """
        }
        return try all(
            """
            SELECT id, arrived FROM (SELECT found.id AS id, (SELECT MAX(e.at) FROM kit_event e
                WHERE e.kit_id = found.id AND e.status = \(KitStatus.received)) arrived
                FROM (\(lists.joined(by: " UNION ALL "))) found) samples
            WHERE arrived IS NOT NULL ORDER BY arrived, id LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in (try row.value(0), try row.value(1)) }
    }

    /// The stored digest of a kit's activation secret; nil: it has none.
    package func activationDigest(of id: KitID) throws(DatabaseError) -> [UInt8]? {
        try first("SELECT secret_digest, \(rights: .kit) FROM kit WHERE id = \(id)") {
            row throws(DatabaseError) -> [UInt8]? in
            // No secret has an empty digest.
            try row.isAuthentic(.kit, at: 1) ? try row.value(0, as: [UInt8]?.self) : []
        } ?? nil
    }

    /// A page of kits, the newest first. A filter by laboratory examines a bounded number of its kits.
    package func kits(
        _ filter: KitFilter, in scope: KitScope, after cursor: KitCursor?, limit: Int,
        examining most: Int = KitFilter.maxExamined
    ) throws(DatabaseError) -> Page<Kit, KitCursor> {
        guard let pages = try pages(filter, in: scope, after: cursor, examining: most) else {
            return Page(items: [], next: nil)
        }
        let found = try all(
            """
            SELECT \(withRights) FROM \(pages.tables) WHERE \(pages.conditions) ORDER BY \(pages.id) DESC LIMIT \(limit + 1)
            """, Kit.init(row:))
        let page = Page(found: found, limit: limit, cursor: KitCursor.init(after:))
        return Page(items: page.items.filter(scope.admits), next: page.next ?? pages.end)
    }

    /// How many kits a filter finds, as far as the caller may see them.
    package func kitTotal(
        _ filter: KitFilter, in scope: KitScope, most: Int = Total.most
    ) throws(DatabaseError) -> Total {
        guard let pages = try pages(filter, in: scope, after: nil, examining: most) else { return Total(0) }
        let count = try number(
            """
            SELECT COUNT(*) FROM (SELECT kit.id FROM \(pages.tables) WHERE \(pages.conditions) LIMIT \(most + 1)) found
            """)
        return Total(count, most: most, isLowerBound: pages.end != nil)
    }

    /// The parts of the query of a page after FROM, and the last kit that it examines; nil: no bound. Returns nil if
    /// the filter's laboratory does not exist.
    private func pages(
        _ filter: KitFilter, in scope: KitScope, after cursor: KitCursor?, examining most: Int
    ) throws(DatabaseError) -> (tables: SQL, conditions: SQL, id: SQL, end: KitCursor?)? {
        var conditions: [SQL] = [try condition(of: scope)]
        if let today = filter.today {
            if let due = filter.due { conditions.append(due.condition(on: today)) }
            if filter.isOverdue || filter.stage == .overdue {
                conditions.append(
                    "status IN (\(KitStatus.registered), \(KitStatus.mailed)) AND send_by < \(today)")
            }
        }
        if filter.isPending {
            let pending = KitStatus.allCases.filter(\.acceptsResult).map { "\($0)" as SQL }.joined(by: ", ")
            conditions.append("status IN (\(pending))")
        }
        if let stage = filter.stage, stage != .overdue {
            conditions.append("status IN (\(stage.statuses.map { "\($0)" as SQL }.joined(by: ", ")))")
        }
        if let status = filter.status { conditions.append("status = \(status)") }
        // Written out, so that SQLite recognises the partial index.
        if let needsReview = filter.needsReview {
            conditions.append(needsReview ? "needs_review = 1" : "needs_review = 0")
        }
        if let profile = filter.profileID { conditions.append("profile_id = \(profile)") }
        guard let name = filter.laboratory else {
            if let cursor { conditions.append("id < \(cursor.id)") }
            return ("kit", conditions.conjunction, "id", nil)
        }
        guard let laboratory = try laboratory(named: name)?.id else { return nil }
        guard scope == .all else {
            // A page that ended early would tell how many kits the caller must not see.
            conditions.append("\(laboratory) = (SELECT a.laboratory_id FROM kit_logistics a WHERE a.kit_id = kit.id)")
            if let cursor { conditions.append("id < \(cursor.id)") }
            return ("kit", conditions.conjunction, "id", nil)
        }
        var assigned: [SQL] = ["a.laboratory_id = \(laboratory)"]
        if let cursor { assigned.append("a.kit_id < \(cursor.id)") }
        let end = try first(
            """
            SELECT a.kit_id FROM kit_logistics a WHERE \(assigned.conjunction)
            ORDER BY a.kit_id DESC LIMIT 1 OFFSET \(most - 1)
            """
        ) { row throws(DatabaseError) in KitCursor(try row.value(0, as: KitID.self)) }
        if let end { assigned.append("a.kit_id >= \(end.id)") }
        conditions.append("kit.id = a.kit_id")
        // In this order, so that the laboratory's kits are read in the order of the list.
        return ("kit_logistics a CROSS JOIN kit", (assigned + conditions).conjunction, "a.kit_id", end)
    }

    /// How many registered kits of a patient have a sample that no laboratory has received.
    package func openKits(of patient: ProfileID) throws(DatabaseError) -> Int {
        try number(
            """
            SELECT COUNT(*) FROM kit
            WHERE profile_id = \(patient) AND status IN (\(KitStatus.registered), \(KitStatus.mailed))
            """)
    }

    /// The day on which a kit was issued: the one that was named, or the one on which FairKit was told, by UTC. nil: it
    /// was not issued, as far as FairKit knows.
    package func dayOfIssue(of kit: KitID) throws(DatabaseError) -> CalendarDate? {
        let named = try first(
            "SELECT issued_on FROM kit_logistics WHERE kit_id = \(kit) AND issued_on IS NOT NULL"
        ) { row throws(DatabaseError) in try row.value(0, as: CalendarDate.self) }
        if let named { return named }
        return try first(
            """
            SELECT at FROM kit_event
            WHERE kit_id = \(kit) AND implied = 0 AND status IN (\(KitStatus.issued), \(KitStatus.shipped))
            ORDER BY position LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp.self).date() }
    }
}

extension WriteTransaction {
    /// Stores a new kit.
    /// - Parameter secretDigest: of its activation secret; nil: it has none.
    package func insertKit(_ kit: Kit, secretDigest: [UInt8]? = nil, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            INSERT INTO kit (id, code, status, profile_id, registered_at, send_by, read_from, needs_review,
                results_came_first, secret_digest, rights)
            VALUES (\(kit.id), \(sealed: kit.code, .kitCode, of: kit.id), \(kit.status), \(kit.profileID),
                \(kit.registeredAt), \(kit.sendBy), \(kit.readFrom), \(kit.needsReview), \(kit.resultsCameFirst), \(secretDigest),
                \(code: .kit, kit.id, kit.profileID, secretDigest))
            """)
        try logChange(of: .kit(kit.id), at: now)
        if let owner = kit.profileID { try appendToSearch(kit.code, of: owner) }
    }

    /// Stores the changes of a kit.
    package func updateKit(_ kit: Kit, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE kit SET status = \(kit.status), send_by = \(kit.sendBy), read_from = \(kit.readFrom),
                needs_review = \(kit.needsReview), results_came_first = \(kit.resultsCameFirst)
            WHERE id = \(kit.id)
            """)
        try logChange(of: .kit(kit.id), at: now)
        // Setting a reference costs as much as all the rest, and is needed only once: when the kit is registered.
        guard let owner = kit.profileID else { return }
        let isRegistered =
            try change(
                .kit, set: "profile_id = \(owner), registered_at = \(kit.registeredAt)",
                where: "id = \(kit.id) AND (profile_id IS NULL OR profile_id <> \(owner))") == 1
        if isRegistered { try appendToSearch(kit.code, of: owner) }
    }

    /// Undoes a kit's registration.
    package func releaseKit(_ kit: KitID, as status: KitStatus, at now: Timestamp) throws(DatabaseError) {
        let owner = try first("SELECT profile_id FROM kit WHERE id = \(kit) AND profile_id IS NOT NULL") {
            row throws(DatabaseError) in try row.value(0, as: ProfileID.self)
        }
        if let owner { try logSearchChange(of: owner) }
        try change(
            .kit,
            set: """
                status = \(status), profile_id = NULL, registered_at = NULL, send_by = NULL, read_from = NULL,
                needs_review = 0, results_came_first = 0
                """, where: "id = \(kit)")
        try run("DELETE FROM kit_reminder WHERE kit_id = \(kit)")
        try logChange(of: .kit(kit), at: now)
    }

    /// Moves the grey copy, if there is one, to another kit.
    package func movePhoto(of kit: KitID, to other: KitID) throws(DatabaseError) {
        guard let jpeg = try photo(of: kit) else { return }
        try run(
            """
            UPDATE kit_photo SET kit_id = \(other), jpeg = \(sealed: jpeg, .kitPhotoJPEG, of: other)
            WHERE kit_id = \(kit)
            """)
    }
}

extension Connection {
    /// The condition of the caller's scope, which is part of every query of kits for a caller.
    fileprivate func condition(of scope: KitScope) throws(DatabaseError) -> SQL {
        switch scope {
        case .laboratory(let id) where try hasAssignedKits(id):
            "kit.id IN (SELECT kit_id FROM kit_logistics WHERE laboratory_id = \(id))"
        case .laboratory:
            "NOT EXISTS (SELECT 1 FROM kit_logistics l WHERE l.kit_id = kit.id AND l.laboratory_id IS NOT NULL)"
        case .all: "1 = 1"
        case .patient(let id): "profile_id = \(id)"
        case .people(let people): "profile_id IN (\(try authentic(people).patients))"
        case .none: "1 = 0"
        }
    }
}

extension KitScope {
    /// Whether it has a kit that its condition found: not if the kit's person was changed by hand.
    fileprivate func admits(_ kit: Kit) -> Bool {
        switch self {
        case .patient, .people: kit.profileID != nil
        case .all, .laboratory, .none: true
        }
    }
}

extension Kit {
    /// A kit whose row was changed by hand belongs to no one.
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), code: try row.value(1, sealed: .kitCode, key: 0), status: try row.value(2),
            profileID: try row.isAuthentic(.kit, at: 9) ? try row.value(3, as: ProfileID?.self) : nil,
            registeredAt: try row.value(4),
            sendBy: try row.value(5),
            readFrom: try row.value(6),
            needsReview: try row.value(7), resultsCameFirst: try row.value(8))
    }
}
