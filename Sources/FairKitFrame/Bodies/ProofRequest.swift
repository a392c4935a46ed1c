package import FairKitAPI
package import FairKitCore
package import FairKitService
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

extension Call {
    /// Password and code from the body.
    package func proof() async throws -> IdentityProof {
        var (sent, faults) = try await jsonAndFaults(ProofRequest.self)
        let proof = sent.proof(&faults)
        try faults.refuse()
        return proof
    }

    /// The caller's proof of identity; nil for commands on the server, which need none.
    package func proofUnlessMachine() async throws -> IdentityProof? {
        caller.subject.actor == .machine ? nil : try await proof()
    }

    /// The body, the proof beside it, and the faults of both.
    package func proved<Body: Decodable & Sendable>(_ type: Body.Type) async throws -> (Body, IdentityProof?, Faults) {
        guard caller.subject.actor != .machine else {
            let (body, faults) = try await jsonAndFaults(type)
            return (body, nil, faults)
        }
        var (proved, faults) = try await jsonAndFaults(ProvedRequest<Body>.self)
        return (proved.body, proved.proof.proof(&faults), faults)
    }

    /// The body, the caller with the proof beside it, and the faults of both. A key and a command on the server have
    /// none to show; the runner refuses the key.
    package func showing<Body: Decodable & Sendable>(_ type: Body.Type) async throws -> (Body, Caller, Faults) {
        guard caller.subject.account != nil else {
            let (body, faults) = try await jsonAndFaults(type)
            return (body, caller, faults)
        }
        var (proved, faults) = try await jsonAndFaults(ProvedRequest<Body>.self)
        let proof = try faults.proof(proved.proof)
        return (proved.body, caller.showing(proof), faults)
    }

    /// A merge patch without the proof, the caller with it, and the faults of both.
    package func showingPatch() async throws -> (JSONTree, Caller, Faults) {
        var (patch, faults) = try await mergePatch()
        guard case .object(let members) = patch else { throw Problem.malformedJSON }
        let proof = members.filter { ProofRequest.members.contains($0.key) }
        let rest = JSONTree.object(members.filter { proof[$0.key] == nil })
        guard caller.subject.account != nil else { return (rest, caller, faults) }
        let shown = try faults.proof(try faults.read(ProofRequest.self, from: .object(proof)))
        return (rest, caller.showing(shown), faults)
    }

    /// The same for a body whose values can be set, but not removed: a null changes nothing. A misspelt member would
    /// change nothing, but look successful, so unknown members are faults.
    package func showingPatch<Body: Decodable>(of type: Body.Type) async throws -> (Body, Caller, Faults) {
        var (patch, caller, faults) = try await showingPatch()
        guard case .object(let members) = patch else { throw Problem.malformedJSON }
        let body = try faults.read(type, from: patch, refusing: members.keys.sorted())
        return (body, caller, faults)
    }

    /// The caller with the proof in the body of a request that holds nothing else.
    package func showingCaller() async throws -> Caller {
        caller.subject.account == nil ? caller : caller.showing(try await proof())
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

extension SecondFactorCode {
    /// Exactly one of the two.
    package init(_ code: String?, _ backupCode: String?) throws(Invalid) {
        switch (code, backupCode) {
        case (let code?, nil): self = .oneTime(code)
        case (nil, let backupCode?): self = .backup(backupCode)
        default: throw Invalid("/code", "send either code or backupCode")
        }
    }
}

extension Faults {
    /// At most one of the two.
    package mutating func secondFactor(_ code: String?, _ backupCode: String?) -> SecondFactorCode? {
        guard code != nil || backupCode != nil else { return nil }
        return read(or: nil) { () throws(Invalid) -> SecondFactorCode? in try SecondFactorCode(code, backupCode) }
    }
}
