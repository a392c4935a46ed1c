import CompactJWS
import Coordination
package import FairKitCore
import FoundationEssentials
import KeyRing
package import OutboundHTTP
import Synchronization

/// The access tokens of a service account, each used until five minutes before its end. Tasks that need one at the same
/// time share one request, and its failure.
///
/// https://developers.google.com/identity/protocols/oauth2/service-account#httprest
package final class AccessTokens: Sendable {
    private struct Token {
        let text: String
        /// When the next one is requested.
        let end: Timestamp
    }

    private struct State {
        var token: Token?
        /// Requests that have ended.
        var requests = 0
        /// The answer of the last request, if it failed.
        var failure: SendAnswer?
    }

    /// No token: the answer says why.
    package struct Refused: Error {
        package let answer: SendAnswer
    }

    private let account: ServiceAccount
    private let sender: HTTPSender
    private let now: Now
    private let turn = FIFOLock()
    private let state = Mutex(State())

    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// The time limit of a request.
    private static let limit = Duration.seconds(10)
    /// How long before its end a token is replaced, in seconds.
    private static let early: Int64 = 300
    /// The longest lifetime of an assertion, in seconds.
    private static let assertionLifetime: Int64 = 3600

    package init(_ account: ServiceAccount, sender: HTTPSender, now: @escaping Now) {
        self.account = account
        self.sender = sender
        self.now = now
    }

    /// - Parameter refused: a token that the service did not accept, to be replaced; nil: none.
    package func token(insteadOf refused: String? = nil) async throws(Refused) -> String {
        if let fresh = fresh(insteadOf: refused) { return fresh }
        let seen = state.withLock { $0.requests }
        await turn.acquire()
        defer { turn.release() }
        if let fresh = fresh(insteadOf: refused) { return fresh }
        let shared = state.withLock { $0.requests > seen ? $0.failure : nil }
        if let shared { throw Refused(answer: shared) }
        let result = await request()
        state.withLock { state in
            switch result {
            case .success(let token): (state.token, state.failure) = (token, nil)
            // A cancellation concerns this task only.
            case .failure(let refusal): state.failure = refusal.answer.outcome == .stopped ? nil : refusal.answer
            }
            state.requests += 1
        }
        return try result.get().text
    }

    private func fresh(insteadOf refused: String?) -> String? {
        let token = state.withLock { $0.token }
        guard let token, token.text != refused, now() < token.end else { return nil }
        return token.text
    }

    private func request() async -> Result<Token, Refused> {
        let seconds = now().milliseconds / 1000
        let claims = Claims(
            iss: account.email, scope: AccessTokens.scope, aud: "\(account.tokenURL)", iat: seconds,
            exp: seconds + AccessTokens.assertionLifetime)
        let assertion: String
        do throws(KeyError) {
            assertion = try OutgoingJWS.text(claims, keyID: account.keyID, key: .rsa(account.key))
        } catch {
            return .failure(Refused(answer: SendAnswer(.unauthorized)))
        }
        // A JWS has no characters that a form encodes.
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
        let request = OutboundRequest(
            .post, account.tokenURL, headers: ["content-type": "application/x-www-form-urlencoded"],
            body: Array(form.utf8), version: .http2)
        switch await sender.send(request, within: AccessTokens.limit) {
        case .failure(let failure): return .failure(Refused(answer: SendAnswer(failure)))
        case .success(let response) where response.status == 200:
            guard let token = token(response.body, requestedAt: seconds) else {
                return .failure(Refused(answer: SendAnswer(.malformed, response)))
            }
            return .success(token)
        case .success(let response):
            // 400 `invalid_grant`: the key was deleted, or the clock is wrong.
            let outcome: SendOutcome = response.status == 400 ? .unauthorized : SendOutcome(status: response.status)
            return .failure(Refused(answer: SendAnswer(outcome, response)))
        }
    }

    private func token(_ body: [UInt8], requestedAt seconds: Int64) -> Token? {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)), !body.accessToken.isEmpty,
            body.accessToken.isVisibleASCII, (1...86_400).contains(body.expiresIn)
        else { return nil }
        let end = seconds + max(body.expiresIn - AccessTokens.early, 0)
        return Token(text: body.accessToken, end: Timestamp(milliseconds: end * 1000))
    }

    private struct Claims: Encodable {
        let iss: String
        let scope: String
        let aud: String
        let iat: Int64
        let exp: Int64
    }

    private struct Body: Decodable {
        let accessToken: String
        let expiresIn: Int64

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
        }
    }
}
