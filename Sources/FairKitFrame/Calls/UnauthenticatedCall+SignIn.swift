import FairKitCore
package import FairKitService
import Hummingbird

extension UnauthenticatedCall {
    /// Checks a password. A right one is counted by its person instead of the address; where an address is rate-limited,
    /// only people who have signed in from it before may try.
    package func signIn(
        email: String, password: String, for kind: SessionKind
    ) async throws -> PasswordAnswer {
        let signIns = tenancy.signIns
        if let throttledBy {
            guard try await signIns.isKnown(email: email, from: origin) else { throw throttledBy.problem }
            if let verdict = limits.knownSignIn(email) { throw verdict.problem }
        }
        let answer = try await signIns.signIn(email: email, password: password, from: origin, for: kind)
        if throttledBy == nil, let person = limits.person(email) { limits.succeeded(as: person) }
        return answer
    }

    /// Runs what a client does with a secret, and counts it by the secret if that was right.
    package func counting<T>(_ secret: String, _ body: (SignIns) async throws -> T) async throws -> T {
        let signIns = tenancy.signIns
        if let throttledBy {
            guard try await signIns.knows(secret) else { throw throttledBy.problem }
            if let verdict = limits.rightSecret(secret) { throw verdict.problem }
        }
        let answer = try await body(signIns)
        if throttledBy == nil { limits.succeeded(as: limits.secret(secret)) }
        return answer
    }
}
