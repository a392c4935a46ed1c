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
    ) async throws(Refusal<Never>) -> Made<OpenedRecord> {
        let account = try await clinician(caller, opening: profile)
        let length = BreakGlass.reasonLength
        guard reason.isText(length) else {
            throw .invalid(
                Invalid("/reason", "\(length.lowerBound) to \(length.upperBound) characters: why this can't wait"))
        }
        let link = "\(tenant.settings.publicURL?.description ?? "")/api/v1/audit?breakGlass=true&patientId=\(profile)"
        let made = try await tenant.write(.breakGlass, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Made<OpenedRecord>, Never> in
            let now = grant.now
            let administrators = try tx.addressesOfAdministrators()
            let isHeard = !administrators.isEmpty
            if let open = try tx.openBreakGlass(of: account, to: profile, at: now) {
                return .success(.before(OpenedRecord(glass: open, isHeard: isHeard)))
            }
            // Repeated accesses cause at most one mail an hour, so that other mails are not drowned.
            let hour = now.advanced(by: BreakGlass.length * -1)
            let isTold = try tx.hasOpenedBreakGlass(account, to: profile, since: hour)
            let glass = BreakGlass(
                id: .new(at: now), account: account, profile: profile, reason: reason, openedAt: now,
                until: now.advanced(by: BreakGlass.length))
            try tx.insert(glass)
            for address in isTold ? [] : administrators {
                try tx.insert(OutboxMail(.breakGlass, to: address, link: link, facts: glass.facts, at: now))
            }
            grant.note(caller.entry(.breakGlassOpened, glass.id, about: profile, breakGlass: true, at: now))
            return .success(.now(OpenedRecord(glass: glass, isHeard: isHeard)))
        }
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
            try tx.end(open.id, at: now)
            grant.note(caller.entry(.breakGlassEnded, open.id, about: profile, breakGlass: true, at: now))
            return try tx.breakGlass(open.id).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// The account of a clinician. API keys are refused, since no person could be asked for the reason.
    private func clinician(
        _ caller: Caller, opening profile: ProfileID
    ) async throws(Refusal<Never>) -> AccountID {
        try await tenant.permit(.breakGlass, to: caller, on: .profile(profile), for: Never.self)
        guard let account = caller.subject.clinician else {
            throw await tenant.forbidden(to: caller, on: .profile(profile))
        }
        return account
    }
}

extension BreakGlass {
    /// The facts for the mail to administrators: ids and times.
    fileprivate var facts: String {
        """
        account  \(account)
        profile  \(profile)
        opened   \(openedAt)
        closes   \(until)
        """
    }
}
