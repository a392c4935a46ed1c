package import FairKitCore
import FairKitStore
package import KeyRing
import Synchronization

/// Tickets that were issued and not used, by the digests of their secrets. They live half a minute, so they are kept in
/// memory: after a restart a browser requests another one.
package final class StreamTickets: Sendable {
    private struct Issued {
        let session: SessionID
        let account: AccountID
        let expiresAt: Timestamp
        /// When the access token expires with which it was requested.
        let until: Timestamp?
    }

    private let issued = Mutex<[[UInt8]: Issued]>([:])

    /// The most tickets of a tenant.
    private static let most = 10_000

    /// - Returns: false if there are too many.
    func add(
        _ digest: [UInt8], for session: SessionID, of account: AccountID, until: Timestamp?, at now: Timestamp
    ) -> Bool {
        issued.withLock { issued in
            if issued.count >= StreamTickets.most { issued = issued.filter { $0.value.expiresAt > now } }
            let own = issued.filter { $0.value.session == session }.sorted { $0.value.expiresAt < $1.value.expiresAt }
            for (old, _) in own.dropLast(StreamTicket.mostOfSession - 1) { issued[old] = nil }
            guard issued.count < StreamTickets.most else { return false }
            issued[digest] = Issued(
                session: session, account: account, expiresAt: now.advanced(by: StreamTicket.lifetime), until: until)
            return true
        }
    }

    /// Uses a ticket up.
    func take(
        _ digest: [UInt8], at now: Timestamp
    ) -> (session: SessionID, account: AccountID, until: Timestamp?)? {
        let found = issued.withLock { $0.removeValue(forKey: digest) }
        guard let found, found.expiresAt > now else { return nil }
        return (found.session, found.account, found.until)
    }
}

/// Why no ticket was issued.
package enum TicketFailure: Error {
    /// The caller is an API key. Only signed-in people get tickets.
    case noAccount
    case tooMany
    case key(KeyError)
}

extension OwnAccount {
    /// Issues a ticket for one stream. The stream ends when the session or the caller's access token does.
    package func issueTicket(
        by caller: Caller
    ) async throws(Refusal<TicketFailure>) -> (ticket: TicketSecret, expiresAt: Timestamp) {
        guard case .account(let account, let session) = caller.subject.actor else { throw .own(.noAccount) }
        let (secret, digest): (TicketSecret, [UInt8])
        do { (secret, digest) = try tenant.store.newSecret(for: StreamTicket.self) } catch { throw .own(.key(error)) }
        let now = tenant.now()
        guard tenant.tickets.add(digest, for: session, of: account, until: caller.until, at: now) else {
            throw .own(.tooMany)
        }
        return (secret, now.advanced(by: StreamTicket.lifetime))
    }
}

extension Callers {
    /// Authenticates the session of a ticket, which is used up.
    package func authenticate(
        ticket text: String
    ) async throws(AuthenticationFailure) -> (subject: Subject, until: Timestamp?) {
        guard let secret = TicketSecret(text) else { throw .unknown }
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        guard let holder = tenant.tickets.take(digest, at: tenant.now()) else { throw .unknown }
        return (try await authenticate(session: holder.session, of: holder.account), holder.until)
    }
}
