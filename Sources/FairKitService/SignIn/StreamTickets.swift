package import FairKitCore
import FairKitStore
package import KeyRing
import Synchronization

/// Tickets that were issued and not used, by the digests of their secrets. They live half a minute, so a server that is
/// alone keeps them in memory: after a restart a browser requests another one. Servers that share a database keep them
/// there.
final class StreamTickets: Sendable {
    private struct Issued {
        let holder: TicketHolder
        let expiresAt: Timestamp
    }

    private let store: Store
    private let issued = Mutex<[[UInt8]: Issued]>([:])

    /// The most tickets of a tenant.
    private static let most = 10_000

    init(store: Store) {
        self.store = store
    }

    /// - Returns: false if there are too many.
    func add(
        _ digest: [UInt8], for holder: TicketHolder, at now: Timestamp
    ) async throws(DatabaseError) -> Bool {
        guard !store.isShared else {
            return try await store.write { (tx) throws(DatabaseError) in
                try tx.insertTicket(digest, for: holder, atMost: StreamTickets.most, at: now)
            }
        }
        return issued.withLock { issued in
            if issued.count >= StreamTickets.most { issued = issued.filter { $0.value.expiresAt > now } }
            let own = issued.filter { $0.value.holder.session == holder.session }
                .sorted { $0.value.expiresAt < $1.value.expiresAt }
            for (old, _) in own.dropLast(StreamTicket.mostOfSession - 1) { issued[old] = nil }
            guard issued.count < StreamTickets.most else { return false }
            issued[digest] = Issued(holder: holder, expiresAt: now.advanced(by: StreamTicket.lifetime))
            return true
        }
    }

    /// Uses a ticket up.
    func take(_ digest: [UInt8], at now: Timestamp) async throws(DatabaseError) -> TicketHolder? {
        guard !store.isShared else {
            return try await store.write(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.takeTicket(digest, at: now)
            }
        }
        let found = issued.withLock { $0.removeValue(forKey: digest) }
        return found.flatMap { $0.expiresAt > now ? $0.holder : nil }
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
        let holder = TicketHolder(session: session, account: account, until: caller.until)
        let isAdded: Bool
        do { isAdded = try await tenant.tickets.add(digest, for: holder, at: now) } catch { throw .store(error) }
        guard isAdded else { throw .own(.tooMany) }
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
        let found: TicketHolder?
        do { found = try await tenant.tickets.take(digest, at: tenant.now()) } catch { throw .store(error) }
        guard let holder = found else { throw .unknown }
        return (try await authenticate(session: holder.session, of: holder.account), holder.until)
    }
}
