import FairKitCore
import FairKitService
import Hummingbird

/// What the machine's operator does about the keys that sign access tokens; on the unix socket only.
struct TokenKeys<Furniture: Sendable>: Sendable {
    let tenants: OpenTenants<Furniture>
    let rotate: RotateSigningKey

    @Sendable func rotate(_ request: Request, _ context: FairKitContext) async throws -> Answer<Rotated> {
        let rotated = try await rotate(by: try context.caller)
        await tenants.recordChanges()
        return Answer(Rotated(kid: rotated.made, dropped: rotated.dropped))
    }

    struct Rotated: Encodable {
        let kid: String
        let dropped: [String]
    }
}

extension SigningKeyFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}
