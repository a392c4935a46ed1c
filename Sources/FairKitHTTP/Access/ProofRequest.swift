import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// Password and code in the body of a request that requires them again.
struct ProofRequest: Decodable, Sendable {
    let password: String
    let code: String?
    let backupCode: String?

    static let members = ["password", "code", "backupCode"]

    func proof(_ faults: inout Faults) -> IdentityProof {
        IdentityProof(password: password, code: faults.secondFactor(code, backupCode))
    }
}

/// A request with the members that prove the caller's identity.
struct ProvedRequest<Body: Decodable & Sendable>: Decodable, Sendable {
    let body: Body
    let proof: ProofRequest

    /// They don't identify a request: a repetition has another code.
    static var members: Set<String> { Set(ProofRequest.members) }

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

    /// The request, and the caller with the proof beside it. A key and a command on the server have none to show; the
    /// runner refuses the key.
    func showing<Body: Decodable & Sendable>(
        _ type: Body.Type, in request: Request, noting faults: inout Faults
    ) async throws -> (body: Body, caller: Caller) {
        let caller = try self.caller
        guard caller.subject.account != nil else {
            return (try await request.json(Body.self, self, noting: &faults), caller)
        }
        let proved = try await request.json(ProvedRequest<Body>.self, self, noting: &faults)
        return (proved.body, caller.showing(try faults.proof(proved.proof)))
    }

    /// A merge patch without the proof, and the caller with it.
    func showingPatch(
        in request: Request, noting faults: inout Faults
    ) async throws -> (patch: JSONTree, caller: Caller) {
        let caller = try self.caller
        let patch = try await request.mergePatch(self, noting: &faults)
        guard case .object(let members) = patch else { throw Problem.malformedJSON }
        let proof = members.filter { ProofRequest.members.contains($0.key) }
        let rest = JSONTree.object(members.filter { proof[$0.key] == nil })
        guard caller.subject.account != nil else { return (rest, caller) }
        let read = try faults.read(ProofRequest.self, from: .object(proof))
        return (rest, caller.showing(try faults.proof(read)))
    }

    /// The same for a body whose values can be set, but not removed: a null changes nothing. A misspelt member would
    /// change nothing, but look successful, so unknown members are faults.
    func showingPatch<Body: Decodable>(
        of type: Body.Type, in request: Request, noting faults: inout Faults
    ) async throws -> (body: Body, caller: Caller) {
        let (patch, caller) = try await showingPatch(in: request, noting: &faults)
        guard case .object(let members) = patch else { throw Problem.malformedJSON }
        return (try faults.read(type, from: patch, refusing: members.keys.sorted()), caller)
    }

    /// The caller with the proof in the body of a request that holds nothing else.
    func showing(in request: Request) async throws -> Caller {
        let caller = try self.caller
        return caller.subject.account == nil ? caller : caller.showing(try await request.proof(self))
    }
}

extension Faults {
    /// The proof. Without one nothing is asked of the use case, which would refuse the proof before the rest.
    fileprivate mutating func proof(_ sent: ProofRequest) throws -> IdentityProof {
        let proof = sent.proof(&self)
        if concern(ProofRequest.members.map { "/\($0)" }) { try refuse() }
        return proof
    }
}
