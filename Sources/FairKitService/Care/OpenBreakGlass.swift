package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Opens a person's record to a clinician in an emergency, for an hour, and tells every administrator.
///
/// The mail to them stands in the same transaction. Where no administrator has an account, the audit and the list of what is not looked at
/// yet are all that tells of it. See the decision `0025-relations`.
package struct OpenBreakGlass: Sendable {
    private let store: Store
    private let publicURL: PublicURL?
    private let now: Now
    private let opened: Counter

    /// - Parameter publicURL: where administrators reach the audit.
    package init(store: Store, publicURL: PublicURL?, now: @escaping Now, metrics: any MetricsFactory) {
        self.store = store
        self.publicURL = publicURL
        self.now = now
        opened = Counter(label: "fairkit_break_glass_total", factory: metrics)
        opened.increment(by: 0)
    }

    /// - Returns: what is open from now on; what is open already, if something is.
    package func callAsFunction(
        _ profile: ProfileID, reason: String, by caller: Caller
    ) async throws(BreakGlassFailure) -> Made<BreakGlass> {
        guard caller.subject.may(.breakGlass), let account = caller.subject.clinician else { throw .forbidden }
        let length = BreakGlass.reasonLength
        guard reason.isText(length) else {
            throw .invalid(
                Invalid("/reason", "\(length.lowerBound) to \(length.upperBound) characters: why it can't wait"))
        }
        let now = now()
        let glass = BreakGlass(
            id: .new(at: now), account: account, profile: profile, reason: reason, openedAt: now,
            until: now.advanced(by: BreakGlass.length))
        let entry = caller.entry(.breakGlassOpened, glass.id, about: profile, breakGlass: true, at: now)
        let (link, facts) = (link(to: profile), glass.facts)
        let made: Made<BreakGlass>?
        do {
            made = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.profile(profile) != nil else { return nil }
                if let open = try tx.openBreakGlass(of: account, to: profile, at: now) { return .before(open) }
                // Opened again and again, it is one mail an hour: others must not drown in them.
                let hour = now.advanced(by: BreakGlass.length * -1)
                let isTold = try tx.hasOpenedBreakGlass(account, to: profile, since: hour)
                try tx.insert(glass)
                for address in isTold ? [] : try tx.addressesOfAdministrators() {
                    try tx.insert(OutboxMail(.breakGlass, to: address, link: link, facts: facts, at: now))
                }
                try tx.record(entry)
                return .now(glass)
            }
        } catch { throw .store(error) }
        guard let made else { throw .notFound }
        if !made.isRepeated { opened.increment() }
        return made
    }

    private func link(to profile: ProfileID) -> String {
        "\(publicURL?.description ?? "")/api/v1/audit?breakGlass=true&patientId=\(profile)"
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
