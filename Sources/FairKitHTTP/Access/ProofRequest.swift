import FairKitCore
import FairKitService
import Hummingbird

/// What somebody knows and has, in the body of a request that asks for it again.
struct ProofRequest: Decodable {
    let password: String
    let code: String?
    let backupCode: String?

    var second: SecondFactorCode? {
        get throws(Invalid) { try SecondFactorCode(sent: code, backupCode) }
    }
}

extension FairKitContext {
    /// What the caller shows again that it is them; nil on the server's machine, where nothing is asked.
    func proof(in request: Request) async throws -> IdentityProof? {
        guard try caller.subject.actor != .machine else { return nil }
        let body = try await request.json(ProofRequest.self, self)
        return IdentityProof(password: body.password, code: try body.second)
    }
}
