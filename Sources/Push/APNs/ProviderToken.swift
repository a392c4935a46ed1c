import CompactJWS
package import FairKitCore
package import KeyRing
import Synchronization

/// The token by which APNs knows the server. Apple wants a new one at least every hour, and at most every 20 minutes
/// (`TooManyProviderTokenUpdates`).
package final class ProviderToken: Sendable {
    private struct Issued {
        let text: String
        let at: Timestamp
    }

    private struct State {
        var newest: Issued?
        /// When a token was last replaced because Apple called it expired.
        var replacedAt: Timestamp?
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int64
    }

    private let settings: APNsSettings
    private let state = Mutex(State())

    /// Forty minutes: in the middle of what Apple allows, so that a clock that is some minutes off does no harm.
    private static let lifetime = Duration.seconds(2400)
    /// The shortest time between replacements.
    private static let pause = Duration.seconds(1200)

    package init(_ settings: APNsSettings) {
        self.settings = settings
    }

    /// The token to use now.
    package func text(at now: Timestamp) throws(KeyError) -> String {
        try state.withLock { state throws(KeyError) in
            // A clock that was set back makes the token look as if it came from the future.
            if let newest = state.newest, (.zero..<ProviderToken.lifetime).contains(newest.at.distance(to: now)) {
                return newest.text
            }
            return try issue(at: now, &state)
        }
    }

    /// The token to use instead of one that Apple called expired.
    /// - Returns: nil if one was replaced just before, so that another does not help: the server's clock is wrong.
    package func text(insteadOf expired: String, at now: Timestamp) throws(KeyError) -> String? {
        try state.withLock { state throws(KeyError) in
            if let newest = state.newest, newest.text != expired { return newest.text }
            if let last = state.replacedAt, (.zero..<ProviderToken.pause).contains(last.distance(to: now)) {
                return nil
            }
            state.replacedAt = now
            return try issue(at: now, &state)
        }
    }

    private func issue(at now: Timestamp, _ state: inout State) throws(KeyError) -> String {
        let claims = Claims(iss: settings.teamID, iat: now.milliseconds / 1000)
        let text = try OutgoingJWS.text(claims, keyID: settings.keyID, key: .p256(settings.key))
        state.newest = Issued(text: text, at: now)
        return text
    }
}
