import FairKitCore
import FairKitStore
import KeyRing

/// A person proves their identity once for what they do at pages in the next minutes. See decision 0159.
extension OwnAccount {
    package static let proofLasts = Duration.seconds(300)

    /// Asks for password and code.
    ///
    /// - Returns: the text that shows it from now on: in this session, until the password changes.
    package func prove(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> String {
        let confirmed = try await confirm(password: password, code: code, by: caller)
        do {
            return try tenant.cursors.seal(
                "\(tenant.now().milliseconds)", of: OwnAccount.purpose(confirmed.session, confirmed.hash))
        } catch { throw OwnAccount.failure(error) }
    }

    /// The proof that such a text shows.
    ///
    /// - Returns: nil: it is too old, of another session, or of the password before.
    package func proof(
        _ shown: String, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> IdentityProof? {
        let (id, session) = try person(caller)
        let (account, hash) = try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<(Account, String?), OwnAccountFailure> in
            guard let account = try tx.account(id) else { return .own(.noAccount) }
            return .success((account, try tx.password(of: id)))
        }
        let since: String
        do throws(CursorFailure) {
            since = try tenant.cursors.open(shown, of: OwnAccount.purpose(session, hash))
        } catch {
            guard case .key = error else { return nil }
            throw OwnAccount.failure(error)
        }
        guard let time = Int64(since).map({ Timestamp(milliseconds: $0) }),
            tenant.now() < time.advanced(by: OwnAccount.proofLasts)
        else { return nil }
        let origin = Origin(address: caller.address, client: nil, requestID: caller.requestID)
        let pair: SignInPair
        do { pair = try tenant.store.signInPair(account.email, from: origin, confirms: true) } catch {
            throw .own(.signIn(.key(error)))
        }
        return IdentityProof(
            before: Confirmed(
                account: account, session: session, hash: hash, person: tenant.person(pair, in: .known)))
    }

    /// Goes on with a session that was locked, by password and code.
    package func unlock(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let lane = tenant.sessionLane(of: caller.subject.role)
        try await change(confirmed, by: caller, lane: lane) { (tx, grant) throws(DatabaseError) in
            try tx.touch(confirmed.session, at: grant.now)
        }
    }

    private static func purpose(_ session: SessionID, _ hash: String?) -> String { "proof in \(session) \(hash ?? "")" }

    private static func failure(_ error: CursorFailure) -> Refusal<OwnAccountFailure> {
        switch error {
        case .foreign: .own(.signIn(.wrong))
        case .key(let error): .own(.signIn(.key(error)))
        }
    }
}
