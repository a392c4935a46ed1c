import FairKitCore
import FairKitService
import Hummingbird

/// Password and code in the body of a request that requires them again.
struct ProofRequest: Decodable, Sendable {
    let password: String
    let code: String?
    let backupCode: String?

    func proof(_ faults: inout Faults) -> IdentityProof {
        IdentityProof(password: password, code: faults.secondFactor(code, backupCode))
    }
}

/// A request with the members that prove the caller's identity.
struct ProvedRequest<Body: Decodable & Sendable>: Decodable, Sendable {
    let body: Body
    let proof: ProofRequest

    /// They don't identify a request: a repetition has another code.
    static var members: Set<String> { ["password", "code", "backupCode"] }

    init(from decoder: any Decoder) throws {
        body = try Body(from: decoder)
        proof = try ProofRequest(from: decoder)
    }
}

extension Request {
    /// Password and code from the body.
    func proof(_ context: FairKitContext) async throws -> IdentityProof {
        var faults = Faults()
        let proof = try await json(ProofRequest.self, context, noting: &faults).proof(&faults)
        try faults.refuse()
        return proof
    }
}

extension FairKitContext {
    /// The caller's proof of identity; nil for commands on the server, which need none.
    func proof(in request: Request) async throws -> IdentityProof? {
        guard try caller.subject.actor != .machine else { return nil }
        return try await request.proof(self)
    }

    /// The proof, and the request beside it.
    func proved<Body: Decodable & Sendable>(
        _ type: Body.Type, in request: Request, noting faults: inout Faults
    ) async throws -> (body: Body, proof: IdentityProof?) {
        guard try caller.subject.actor != .machine else {
            return (try await request.json(Body.self, self, noting: &faults), nil)
        }
        let proved = try await request.json(ProvedRequest<Body>.self, self, noting: &faults)
        return (proved.body, proved.proof.proof(&faults))
    }
}
