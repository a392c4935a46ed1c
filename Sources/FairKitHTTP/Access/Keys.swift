import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// API keys; on the unix socket only.
enum Keys {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<KeyBody>> {
        let query = try Query(request, ["all"])
        let page = try await context.tenancy.keys.list(
            all: try query.value("all") { Bool($0) } ?? false, before: try query.cursor(context) { KeyID($0) },
            limit: try query.limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { KeyBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<MadeKeyBody> {
        let body = try await request.json(KeyRequest.self, context)
        let (key, secret) = try await context.tenancy.keys.create(
            name: body.name, for: try body.purpose(), scopes: try body.chosenScopes(), until: try body.life.expiry(),
            by: try context.caller)
        return Answer(created: MadeKeyBody(key, secret), at: "/local/keys")
    }

    static func rotate(_ request: Request, _ context: FairKitContext) async throws -> Answer<MadeKeyBody> {
        let id = try context.id("id", of: KeyID.self) { KeyID($0) }
        let body = try await request.json(KeyRotationRequest.self, context)
        let overlap = body.overlapSeconds ?? 86_400
        guard (0...Int(RotatedKey.longestOverlap.components.seconds)).contains(overlap) else {
            throw KeyFailure.overlap
        }
        let rotated = try await context.tenancy.keys.rotate(
            id, overlap: .seconds(overlap), until: try body.life.expiry(), by: try context.caller)
        var made = MadeKeyBody(rotated.key, rotated.secret)
        made.replaces = ReplacedKeyBody(id: id, revokedAt: rotated.oldEndsAt)
        return Answer(created: made, at: "/local/keys")
    }

    static func revoke(_ request: Request, _ context: FairKitContext) async throws -> Answer<RevokedKeyBody> {
        let id = try context.id("id", of: KeyID.self) { KeyID($0) }
        try await context.tenancy.keys.revoke(id, by: try context.caller)
        return Answer(RevokedKeyBody(id: "\(id)", active: false))
    }
}

extension KeyFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .profileUnknown: Invalid("/profileId", "there is no profile of this id").problem
        case .scopes(let fitting): Invalid.scopes(fitting).problem
        case .expiry: Invalid.life.problem
        case .overlap:
            Invalid("/overlapSeconds", "0 to \(RotatedKey.longestOverlap.components.seconds)").problem
        case .unknown: Problem(.notFound, .notFound, "There is no such key, or it was revoked before.")
        case .ending(let end):
            Problem(
                .conflict, .keyEnding,
                "This key has been revoked or rotated, or has expired: it ends, or ended, at \(end)."
            )
            .with("revokedAt", .text("\(end)"))
        case .key: .internal
        }
    }
}
