import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// API keys. A key created on the server is valid at once; over the network two administrators have to agree.
enum Keys {
    private static let path = "/api/v1/keys"

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<KeyBody>> {
        let (all, awaited, (start, limit)) = try Query.read(request, ["all", "awaited"]) { query in
            (query.isSet("all"), query.isSet("awaited"), try query.page(context) { KeyID($0) })
        }
        let (keys, caller) = (try context.tenancy.keys, try context.caller)
        let page =
            if awaited {
                try await keys.prepared(before: start, limit: limit, by: caller)
            } else {
                try await keys.list(all: all, before: start, limit: limit, by: caller)
            }
        return Answer(ListBody(items: page.items.map { KeyBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<MadeKeyBody> {
        var faults = Faults()
        let (body, proof) = try await context.proved(KeyRequest.self, in: request, noting: &faults)
        let purpose = body.purpose(&faults)
        let (scopes, expiry) = (body.chosenScopes(&faults), body.life.expiry(&faults))
        let (key, secret) = try await context.tenancy.keys.create(
            name: body.name, for: purpose ?? .clinician, scopes: purpose == nil ? nil : scopes, until: expiry,
            proof: proof, found: faults, by: try context.caller)
        return made(MadeKeyBody(key, secret, awaitsApproval: proof != nil))
    }

    static func rotate(_ request: Request, _ context: FairKitContext) async throws -> Answer<MadeKeyBody> {
        let id = try id(context)
        var faults = Faults()
        let (body, proof) = try await context.proved(KeyRotationRequest.self, in: request, noting: &faults)
        let expiry = body.life.expiry(&faults)
        let rotated = try await context.tenancy.keys.rotate(
            id, overlap: .seconds(body.overlapSeconds ?? 86_400), until: expiry, proof: proof, found: faults,
            by: try context.caller)
        var answer = MadeKeyBody(rotated.key, rotated.secret, awaitsApproval: proof != nil)
        answer.replaces = ReplacedKeyBody(id: id, revokedAt: rotated.oldEndsAt)
        return made(answer)
    }

    private static func made(_ body: MadeKeyBody) -> Answer<MadeKeyBody> {
        var answer = Answer(created: body, at: path)
        if body.awaitsApproval { answer.status = .accepted }
        return answer
    }

    static func approve(_ request: Request, _ context: FairKitContext) async throws -> Answer<KeyBody> {
        let (id, caller) = (try id(context), try context.caller)
        let proof = try await context.proof(in: request)
        return Answer(KeyBody(try await context.tenancy.keys.approve(id, proof: proof, by: caller)))
    }

    static func revoke(_ request: Request, _ context: FairKitContext) async throws -> Answer<RevokedKeyBody> {
        let (id, caller) = (try id(context), try context.caller)
        try await context.tenancy.keys.revoke(id, proof: try await context.proof(in: request), by: caller)
        return Answer(RevokedKeyBody(id: "\(id)", active: false))
    }

    private static func id(_ context: FairKitContext) throws(Problem) -> KeyID {
        try context.id("id", of: KeyID.self) { KeyID($0) }
    }
}

extension KeyFailure: ProblemConvertible {
    var problem: Problem {
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
