import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// API keys. A key created on the server is valid at once; over the network two administrators have to agree.
enum Keys {
    private static let path = "/api/v1/keys"

    static func list(_ call: Call) async throws -> Answer<ListBody<KeyBody>> {
        let (all, awaited, (start, limit)) = try call.query(["all", "awaited"]) { query in
            (query.isSet("all"), query.isSet("awaited"), try query.page(call) { KeyID($0) })
        }
        let keys = call.tenancy.keys
        let page =
            if awaited {
                try await keys.prepared(before: start, limit: limit, by: call.caller)
            } else {
                try await keys.list(all: all, before: start, limit: limit, by: call.caller)
            }
        return try call.list(page) { KeyBody($0) }
    }

    static func create(_ call: Call) async throws -> Answer<MadeKeyBody> {
        var (body, proof, faults) = try await call.proved(KeyRequest.self)
        let purpose = body.purpose(&faults)
        let (scopes, expiry) = (body.chosenScopes(&faults), body.life.expiry(&faults))
        let (key, secret) = try await call.tenancy.keys.create(
            name: body.name, for: purpose ?? .clinician, scopes: purpose == nil ? nil : scopes, until: expiry,
            proof: proof, found: faults, by: call.caller)
        return made(MadeKeyBody(key, secret, awaitsApproval: proof != nil))
    }

    static func rotate(_ call: Call) async throws -> Answer<MadeKeyBody> {
        let id: KeyID = try call.id()
        var (body, proof, faults) = try await call.proved(KeyRotationRequest.self)
        let expiry = body.life.expiry(&faults)
        let rotated = try await call.tenancy.keys.rotate(
            id, overlap: .seconds(body.overlapSeconds ?? 86_400), until: expiry, proof: proof, found: faults,
            by: call.caller)
        var answer = MadeKeyBody(rotated.key, rotated.secret, awaitsApproval: proof != nil)
        answer.replaces = ReplacedKeyBody(id: id, revokedAt: rotated.oldEndsAt)
        return made(answer)
    }

    private static func made(_ body: MadeKeyBody) -> Answer<MadeKeyBody> {
        var answer = Answer(created: body, at: path)
        if body.awaitsApproval { answer.status = .accepted }
        return answer
    }

    static func approve(_ call: Call) async throws -> Answer<KeyBody> {
        let id: KeyID = try call.id()
        let proof = try await call.proofUnlessMachine()
        return Answer(KeyBody(try await call.tenancy.keys.approve(id, proof: proof, by: call.caller)))
    }

    static func revoke(_ call: Call) async throws -> Answer<RevokedKeyBody> {
        let id: KeyID = try call.id()
        try await call.tenancy.keys.revoke(id, proof: try await call.proofUnlessMachine(), by: call.caller)
        return Answer(RevokedKeyBody(id: "\(id)", active: false))
    }
}

extension KeyFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .profileUnknown: Invalid("/profileId", "there is no profile with this id").problem
        case .unknown: Problem(.notFound, .notFound, "There is no such key, or it has expired or was revoked.")
        case .ending(let end):
            Problem(
                .conflict, .keyEnding,
                "This key was revoked or rotated, or has expired. Its end: \(end)."
            )
            .with("revokedAt", .text("\(end)"))
        case .secondAdministrator:
            Problem(
                .conflict, .secondAdministrator,
                "You requested this key yourself. Another administrator or the operator has to approve it."
            )
        case .account(let failure): failure.problem
        case .key: .internal
        }
    }
}
