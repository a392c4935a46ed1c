import CoreMetrics
package import FairKitCore
import FairKitStore

extension Emergencies {
    /// Opens a person's record to a clinician in an emergency (break-glass) for one hour, and mails every
    /// administrator.
    ///
    /// The mails are written in the same transaction. If no administrator has an account, the record is opened all the
    /// same, because a life may depend on it. The response and a metric then say that no administrator was told.
    ///
    /// - Returns: the access that is open from now on, or was open already.
    package func open(
        _ profile: ProfileID, reason: String, by caller: Caller
    ) async throws(Refusal<Never>) -> Creation<OpenedRecord> {
        let account = try await clinician(caller, opening: profile)
        var faults = Faults()
        Emergencies.check(reason, &faults)
        try faults.refuse(for: Never.self)
        let zones = tenant.zones
        return counted(
            try await tenant.write(.breakGlass, as: caller, on: .profile(profile)) {
                (tx, grant) throws(DatabaseError) -> Outcome<Creation<OpenedRecord>, Never> in
                .success(try Emergencies.open(profile, to: account, reason, zones: zones, &grant, in: tx))
            })
    }

    /// The same for a patient whose id the clinician does not know, such as an unconscious person with an identity card. The values have to
    /// fit exactly one patient; a search that fits none is in the audit log, too.
    package func open(
        _ search: ProfileSearch, reason: String, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> Creation<OpenedRecord> {
        let account = try await clinician(caller, opening: nil)
        var faults = faults
        Emergencies.check(reason, &faults)
        try faults.refuse(for: Never.self)
        let zones = tenant.zones
        return counted(
            try await tenant.write(.breakGlass, as: caller) {
                (tx, grant) throws(DatabaseError) -> Outcome<Creation<OpenedRecord>, Never> in
                let found = try tx.profiles(search)
                guard let profile = found.first, found.count == 1 else {
                    grant.log(caller.entry(.profileSearched, nil, about: nil, breakGlass: true, at: grant.now))
                    guard found.isEmpty else {
                        return .failure(
                            .invalid(
                                Invalid(
                                    "",
                                    "fits several patients; send the given name, the e-mail address or the phone number, too"
                                )))
                    }
                    return .failure(.notFound)
                }
                return .success(try Emergencies.open(profile, to: account, reason, zones: zones, &grant, in: tx))
            })
    }

    /// Reports a reason that is too short or too long.
    package static func check(_ reason: String, _ faults: inout Faults) {
        let length = BreakGlass.reasonLength
        faults.require(
            reason.isText(length), "/reason",
            "\(length.lowerBound) to \(length.upperBound) characters: why this can't wait")
    }

    private func counted(_ made: Creation<OpenedRecord>) -> Creation<OpenedRecord> {
        if !made.isRepeated {
            tenant.emergenciesOpened.increment()
            if !made.value.isHeard { tenant.emergenciesUnheard.increment() }
        }
        return made
    }

    /// Closes a record that the caller has opened, before its hour ends.
    package func close(_ profile: ProfileID, by caller: Caller) async throws(Refusal<Never>) -> BreakGlass {
        let account = try await clinician(caller, opening: profile)
        return try await tenant.write(.breakGlass, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<BreakGlass, Never> in
            let now = grant.now
            guard let open = try tx.openBreakGlass(of: account, to: profile, at: now) else {
                return .failure(.notFound)
            }
            try tx.endBreakGlass(open.id, at: now)
            grant.log(caller.entry(.breakGlassEnded, open.id, about: profile, breakGlass: true, at: now))
            return try tx.breakGlass(open.id).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// The account of a clinician. API keys are refused, since no person could be asked for the reason.
    private func clinician(
        _ caller: Caller, opening profile: ProfileID?
    ) async throws(Refusal<Never>) -> AccountID {
        let record = profile.map { RecordID.profile($0) }
        try await tenant.permit(.breakGlass, to: caller, on: record, for: Never.self)
        guard let account = caller.subject.clinician else { throw await tenant.forbidden(to: caller, on: record) }
        return account
    }

    fileprivate static func open(
        _ profile: ProfileID, to account: AccountID, _ reason: String, zones: TimeZones, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Creation<OpenedRecord> {
        let now = grant.now
        let administrators = try tx.addressesOfAdministrators()
        let isHeard = !administrators.isEmpty
        if let open = try tx.openBreakGlass(of: account, to: profile, at: now) {
            return .before(OpenedRecord(glass: open, isHeard: isHeard))
        }
        // Repeated accesses cause at most one mail an hour, so that other mails are not drowned.
        let hour = now.advanced(by: BreakGlass.length * -1)
        let isNotified = try tx.hasOpenedBreakGlass(account, to: profile, since: hour)
        let glass = BreakGlass(
            id: .new(at: now), account: account, profile: profile, reason: reason, openedAt: now,
            until: now.advanced(by: BreakGlass.length))
        try tx.insertBreakGlass(glass)
        let facts = glass.facts(of: try tx.account(account))
        for address in isNotified ? [] : administrators {
            try tx.insertMail(Notice(.breakGlass, to: address, lines: facts, at: now))
        }
        if !isNotified { try Shares.notifyOpened(glass, zones: zones, at: now, in: tx) }
        grant.log(grant.caller.entry(.breakGlassOpened, glass.id, about: profile, breakGlass: true, at: now))
        return .now(OpenedRecord(glass: glass, isHeard: isHeard))
    }
}
