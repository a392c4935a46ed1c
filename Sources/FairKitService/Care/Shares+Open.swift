package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a share link was refused.
package enum OpenShareFailure: Error {
    /// The link is unknown or has expired.
    case unknown
    /// The client is not told that only the PIN is wrong.
    case wrongPIN
    case key(KeyError)
    case store(DatabaseError)
}

/// The content of a share link: the person's name and results.
package struct SharedResults: Sendable {
    package let givenName: String
    package let familyName: String
    package let expiresAt: Timestamp
    /// The name of the tenant.
    package let tenant: DisplayName
    package let results: Page<ResultView, ResultCursor>
}

extension Shares {
    /// Shows a person's results to a client with a share link and its PIN.
    ///
    /// The client is not told why a link is refused. Wrong PINs are counted, and the fifth ends the share.
    package func open(
        _ link: String, pin: String, after cursor: ResultCursor?, limit: Int, from origin: Origin
    ) async throws(OpenShareFailure) -> SharedResults {
        guard let secret = ShareSecret(link), let pin = SharePIN(pin) else { throw .unknown }
        let (now, zones, tenantName) = (tenant.now(), tenant.zones, tenant.name)
        let (digest, given): ([UInt8], [UInt8])
        do {
            digest = try tenant.store.digest(of: secret)
            given = try tenant.store.digest(of: pin, of: secret)
        } catch { throw .key(error) }
        let isKnown: Bool
        do {
            isKnown = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.share(link: digest) != nil }
        } catch { throw .store(error) }
        // Guessed links do not reach the writer.
        guard isKnown else { throw .unknown }
        let outcome: Result<SharedResults, OpenShareFailure>
        do {
            outcome = try await tenant.store.write { (tx) throws(DatabaseError) in
                guard let (share, pin) = try tx.share(link: digest), share.holds(at: now),
                    let person = try tx.profile(share.profile)?.details
                else { return .failure(.unknown) }
                let caller = Caller(Subject(link: share), from: origin)
                guard equalInConstantTime(pin, given) else {
                    if try tx.countWrongPIN(of: share.id) >= Share.maxWrongPINs {
                        _ = try tx.endShare(share.id, of: share.profile, .wrongPins, at: now)
                    }
                    try tx.record(
                        caller.entry(.shareOpened, share.id, about: share.profile, outcome: .denied, at: now))
                    return .failure(.wrongPIN)
                }
                let decision = try tx.decision(for: caller.subject, .readResults, about: share.profile, at: now)
                guard decision.ground == .share else { return .failure(.unknown) }
                let results = try tx.results(
                    ResultFilter(), in: caller.subject.resultScope(at: now), after: cursor, limit: limit)
                var names: [LaboratoryID: String] = [:]
                for id in Set(results.items.map(\.laboratoryID)) { names[id] = try tx.laboratory(id)?.name }
                try tx.record(caller.entry(.shareOpened, share.id, about: share.profile, at: now))
                try Shares.notifyOpened(share, zones: zones, at: now, in: tx)
                return .success(
                    SharedResults(
                        givenName: person.givenName, familyName: person.familyName, expiresAt: share.expiresAt,
                        tenant: try tx.settings().displayName ?? DisplayName(of: tenantName),
                        results: results.map { [names] result in
                            var view = ResultView(result, showsOwner: false)
                            view.laboratory = names[result.laboratoryID]
                            return view
                        }))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
