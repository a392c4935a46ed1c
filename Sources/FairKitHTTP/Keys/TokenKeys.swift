import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService

/// The keys that sign access tokens: published for other servers, and rotated by the operator.
enum TokenKeys {
    static func rotate(_ call: OperatorCall) async throws -> Answer<RotatedSigningKeyBody> {
        let rotated = try await call.operation.rotate(by: call.caller)
        await call.operation.tenants.recordChanges()
        return Answer(RotatedSigningKeyBody(kid: rotated.made, dropped: rotated.dropped))
    }

    /// The public keys (RFC 7517).
    static func published(_ call: PublicCall) throws -> Answer<AccessTokens.KeySet> {
        guard let tokens = call.shared.tokens else { throw Problem.notFound }
        return Answer(try tokens.published)
    }
}

extension SigningKeyFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}
