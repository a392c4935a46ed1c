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

    static func published(_ call: PublicCall) throws -> Answer<KeySet> {
        guard let tokens = call.shared.tokens else { throw Problem.notFound }
        return Answer(KeySet(keys: try tokens.published.map { KeySet.Key(kid: $0.id, x: $0.key) }))
    }

    /// The public keys (RFC 7517).
    struct KeySet: JSONBody {
        struct Key: JSONBody {
            let kty = "OKP"
            let crv = "Ed25519"
            let use = "sig"
            let alg = "EdDSA"
            let kid: String
            let x: String
        }
        let keys: [Key]
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
