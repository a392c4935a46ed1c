package import FairKitCore
import Relational

// The relations in force at a time in each table, found by the account.

extension People {
    /// People in the account's care, and those whose record it has opened in an emergency.
    var patients: SQL { "\(inCare(narrowed: "1 = 1")) UNION ALL \(opened)" }

    /// People whose results the account sees.
    var whoseResults: SQL {
        if let own { return "SELECT \(own) UNION ALL \(sharing)" }
        let isConsenting: SQL =
            "EXISTS (SELECT 1 FROM profile p WHERE p.id = c.profile_id AND p.consent_clinicians = 1)"
        return "\(inCare(narrowed: isConsenting)) UNION ALL \(opened) UNION ALL \(sharing)"
    }

    /// People whose names the account sees: of its patients, and of those who share their results with it.
    var whoseNames: SQL {
        if let own { return "SELECT \(own) UNION ALL \(sharing)" }
        return "\(patients) UNION ALL \(sharing)"
    }

    /// The ground of people who share results, in `grounds`: of them only the name is seen.
    static var byShare: Int { ground(of: .share) }

    /// The number of a relation in `grounds`.
    static func ground(of relation: Relation.Kind) -> Int {
        switch relation {
        case .care: 0
        case .share: 1
        case .breakGlass: 2
        }
    }

    /// The same people and those who share results with the account, each with the ground on which it sees them. Of several
    /// the least counts, as in `Policy`.
    var grounds: SQL {
        """
        SELECT profile_id, \(People.ground(of: .care)) AS ground FROM (\(inCare(narrowed: "1 = 1"))) a
        UNION ALL SELECT profile_id, \(People.byShare) AS ground FROM (\(sharing)) b
        UNION ALL SELECT profile_id, \(People.ground(of: .breakGlass)) AS ground FROM (\(opened)) c
        """
    }

    private func inCare(narrowed condition: SQL) -> SQL {
        """
        SELECT c.profile_id FROM care_assignment c
        WHERE c.account_id = \(account) AND c.from_at <= \(at) AND (c.to_at IS NULL OR c.to_at > \(at)) AND \(condition)
            \(notRefused("c.id"))
        """
    }

    private var opened: SQL {
        """
        SELECT profile_id FROM break_glass
        WHERE account_id = \(account) AND until_at > \(at) AND opened_at <= \(at)\(notRefused("id"))
        """
    }

    /// The ids are few, if any.
    private func notRefused(_ id: SQL) -> SQL {
        guard !refused.isEmpty else { return "" }
        let ids = refused.sorted { $0.lexicographicallyPrecedes($1) }.map { "\($0)" as SQL }
        return " AND \(id) NOT IN (\(ids.joined(by: ", ")))"
    }

    private var sharing: SQL {
        let isOn: SQL = "created_at <= \(at) AND COALESCE(ended_at, expires_at) > \(at)\(notRefused("id"))"
        return """
            SELECT profile_id FROM share WHERE account_id = \(account) AND \(isOn)
            UNION ALL SELECT profile_id FROM share WHERE \(isWithAddress(of: account)) AND \(isOn)
            """
    }
}

extension People {
    /// People in the account's care whose results it does not see: they withhold consent, and have neither shared their
    /// results nor had their record opened in an emergency.
    fileprivate var withholding: SQL {
        let isWithheld: SQL =
            "EXISTS (SELECT 1 FROM profile p WHERE p.id = c.profile_id AND p.consent_clinicians = 0)"
        return """
            SELECT DISTINCT profile_id FROM (\(inCare(narrowed: isWithheld))) cared WHERE profile_id NOT IN (\(whoseResults))
            """
    }
}

extension Connection {
    /// The same people without those of relations that were changed by hand.
    func authentic(_ people: People) throws(DatabaseError) -> People {
        guard sealsColumns else { return people }
        let (account, at) = (people.account, people.at)
        var authentic = people
        for (rights, isRelated) in [
            (Rights.care, "from_at <= \(at) AND (to_at IS NULL OR to_at > \(at))" as SQL),
            (.breakGlass, "opened_at <= \(at) AND until_at > \(at)"),
            (.share, "created_at <= \(at) AND COALESCE(ended_at, expires_at) > \(at)"),
        ] {
            let isOfAccount: SQL =
                rights == .share
                ? "(account_id = \(account) OR \(isWithAddress(of: account)))" : "account_id = \(account)"
            _ = try all(
                """
                SELECT \(rights: rights) FROM \(SQL(stringLiteral: rights.rawValue)) WHERE \(isOfAccount) AND \(isRelated)
                """
            ) { row throws(DatabaseError) in
                if try !row.isAuthentic(rights, at: 0) { authentic.refused.insert(try row.value(0)) }
            }
        }
        return authentic
    }

    /// The same scope without relations that were changed by hand.
    func authentic(_ scope: ResultScope) throws(DatabaseError) -> ResultScope {
        guard case .people(let people) = scope else { return scope }
        return .people(try authentic(people))
    }

    /// The same scope without relations that were changed by hand.
    func authentic(_ scope: KitScope) throws(DatabaseError) -> KitScope {
        guard case .people(let people) = scope else { return scope }
        return .people(try authentic(people))
    }

    /// The same scope without relations that were changed by hand.
    func authentic(_ scope: AlertScope) throws(DatabaseError) -> AlertScope {
        guard case .people(let people) = scope else { return scope }
        return .people(try authentic(people))
    }

    /// How many people in a clinician's care withhold their results.
    /// - Parameter profile: only this person counts; nil: all.
    package func withholding(from people: People, among profile: ProfileID?) throws(DatabaseError) -> Int {
        let wanted: SQL = if let profile { "profile_id = \(profile)" } else { "1 = 1" }
        return try number("SELECT COUNT(*) FROM (\(authentic(people).withholding)) withholding WHERE \(wanted)")
    }

    /// All relations of an account to a person, in force or not.
    package func relations(of account: AccountID, to profile: ProfileID) throws(DatabaseError) -> [Relation] {
        let care = try relations(
            .care, of: account, to: profile,
            """
            SELECT from_at, to_at, \(rights: .care) FROM care_assignment
            WHERE account_id = \(account) AND profile_id = \(profile)
            """, .care)
        let opened = try relations(
            .breakGlass, of: account, to: profile,
            """
            SELECT opened_at, until_at, \(rights: .breakGlass) FROM break_glass
            WHERE account_id = \(account) AND profile_id = \(profile)
            """, .breakGlass)
        let shares = try relations(
            .share, of: account, to: profile,
            """
            SELECT created_at, COALESCE(ended_at, expires_at), \(rights: .share) FROM share
            WHERE profile_id = \(profile)
                AND (account_id = \(account) OR \(isWithAddress(of: account)))
            """, .share)
        return care + opened + shares
    }

    /// The policy's decision, with the stored relations and consent.
    /// - Parameters:
    ///   - profile: the patient; nil: the kit is not registered.
    ///   - laboratory: for a result, the laboratory that posted it.
    ///   - isOpenAndCritical: whether it is an open critical alert.
    ///   - alert: the alert that it is about; nil: none.
    package func decision(
        for subject: Subject, _ action: Action, about profile: ProfileID?, from laboratory: LaboratoryID? = nil,
        isOpenAndCritical: Bool = false, isHeld: Bool = false, alert: AlertID? = nil, at now: Timestamp
    ) throws(DatabaseError) -> Decision {
        var involvesCaller = false
        if let account = subject.account, let alert { involvesCaller = try isInvolved(account, in: alert) }
        var relations: [Relation] = []
        if let account = subject.account, let profile { relations = try self.relations(of: account, to: profile) }
        let record = Record(
            of: profile, laboratory: laboratory, isShownToClinicians: try isShownToClinicians(profile),
            isOpenAndCritical: isOpenAndCritical, involvesCaller: involvesCaller, isHeld: isHeld)
        return Policy.decide(subject, action, on: record, given: relations, at: now)
    }

    /// Those of some people whom a subject sees only through an emergency access.
    package func opened(
        among profiles: Set<ProfileID>, to subject: Subject, for action: Action, at now: Timestamp
    ) throws(DatabaseError) -> Set<ProfileID> {
        guard let account = subject.account else { return [] }
        let open = try all(
            "SELECT profile_id FROM break_glass WHERE account_id = \(account) AND until_at > \(now) AND opened_at <= \(now)"
        ) { row throws(DatabaseError) in try row.value(0, as: ProfileID.self) }
        var opened: Set<ProfileID> = []
        for profile in profiles.intersection(open) {
            let decision = try decision(for: subject, action, about: profile, at: now)
            if decision.ground == .breakGlass { opened.insert(profile) }
        }
        return opened
    }

    private func isShownToClinicians(_ profile: ProfileID?) throws(DatabaseError) -> Bool {
        guard let profile else { return true }
        let consent = try first("SELECT consent_clinicians FROM profile WHERE id = \(profile)") {
            row throws(DatabaseError) in try row.value(0, as: Bool.self)
        }
        return consent ?? false
    }

    private func relations(
        _ kind: Relation.Kind, of account: AccountID, to profile: ProfileID, _ times: SQL, _ rights: Rights
    ) throws(DatabaseError) -> [Relation] {
        try all(times) { row throws(DatabaseError) -> Relation? in
            guard try row.isAuthentic(rights, at: 2) else { return nil }
            return Relation(kind, of: account, to: profile, from: try row.value(0), until: try row.value(1))
        }.compactMap(\.self)
    }
}
