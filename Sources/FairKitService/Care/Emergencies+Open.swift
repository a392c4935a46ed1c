import CoreMetrics
package import FairKitCore
import FairKitStore

extension Emergencies {
    /// Opens a person's record to a clinician in an emergency, for an hour, and tells every administrator.
    ///
    /// The mail to them stands in the same transaction. Where no administrator has an account, it is opened all the same, since somebody's life
    /// may depend on it: the answer and a metric tell that nobody hears of it.
    /// - Returns: what is open from now on; what is open already, if something is.
    package func open(
        _ profile: ProfileID, reason: String, by caller: Caller
    ) async throws(Refusal<Never>) -> Made<OpenedRecord> {
        let account = try await clinician(caller, opening: profile)
        let length = BreakGlass.reasonLength
        guard reason.isText(length) else {
            throw .invalid(
                Invalid("/reason", "\(length.lowerBound) to \(length.upperBound) characters: why it can't wait"))
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
            // Opened again and again, it is one mail an hour: others must not drown in them.
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

    /// Closes a record again that the caller has opened, before its time.
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

    /// The account of a clinician. A key has none: nobody could be asked why.
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
    /// What administrators are told: ids and times.
    fileprivate var facts: String {
        """
        account  \(account)
        profile  \(profile)
        opened   \(openedAt)
        closes   \(until)
        """
    }
}
