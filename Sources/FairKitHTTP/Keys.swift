import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// API keys; on the unix socket only.
struct Keys: Sendable {
    let list: ListKeys
    let create: CreateKey
    let rotate: RotateKey
    let revoke: RevokeKey

    @Sendable func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<KeyBody>> {
        let query = try Query(request, ["all"])
        let page = try await list(
            all: try query.value("all") { Bool($0) } ?? false, before: try query.value("cursor") { KeyID($0) },
            limit: try query.limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { KeyBody($0) }, nextCursor: page.next?.description))
    }

    @Sendable func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<Made> {
        let body = try await request.json(Making.self, context)
        let (key, secret) = try await create(name: body.name, for: try body.purpose(), by: try context.caller)
        return Answer(created: Made(key, secret), at: "/local/keys")
    }

    @Sendable func rotate(_ request: Request, _ context: FairKitContext) async throws -> Answer<Made> {
        let id = try context.id("id", of: KeyID.self) { KeyID($0) }
        let overlap = try await request.json(Rotating.self, context).overlapSeconds ?? 86_400
        guard (0...Int(RotateKey.longestOverlap.components.seconds)).contains(overlap) else {
            throw RotateKey.Failure.overlap
        }
        let rotated = try await rotate(id, overlap: .seconds(overlap), by: try context.caller)
        var made = Made(rotated.key, rotated.secret)
        made.replaces = Replaced(id: "\(id)", revokedAt: "\(rotated.oldEndsAt)")
        return Answer(created: made, at: "/local/keys")
    }

    @Sendable func revoke(_ request: Request, _ context: FairKitContext) async throws -> Answer<Revoked> {
        let id = try context.id("id", of: KeyID.self) { KeyID($0) }
        try await revoke(id, by: try context.caller)
        return Answer(Revoked(id: "\(id)", active: false))
    }

    private struct Making: Decodable {
        let name: String
        let role: String
        let profileId: String?
        let laboratory: String?

        func purpose() throws(Invalid) -> CreateKey.Purpose {
            guard let role = RoleName(rawValue: role), let purpose = try purpose(of: role) else {
                throw Invalid("/role", "one of: " + RoleName.ofKeys.map(\.rawValue).joined(separator: ", "))
            }
            return purpose
        }

        /// nil: no key has this role.
        private func purpose(of role: RoleName) throws(Invalid) -> CreateKey.Purpose? {
            guard profileId == nil || role == .patient else { throw Invalid("/profileId", "is for patients' keys") }
            guard laboratory == nil || role == .laboratory else {
                throw Invalid("/laboratory", "is for laboratories' keys")
            }
            switch role {
            case .patient:
                guard let id = profileId.flatMap({ ProfileID($0) }) else {
                    throw Invalid("/profileId", "the id of the patient's profile")
                }
                return .patient(id)
            case .laboratory:
                guard let laboratory else { throw Invalid("/laboratory", "the laboratory's name") }
                return .laboratory(laboratory)
            case .clinician: return .clinician
            case .consumer: return .consumer
            case .administrator: return .administrator
            case .coordinator: return nil
            }
        }
    }

    private struct Rotating: Decodable {
        let overlapSeconds: Int?
    }

    /// A key that was made, with its secret, which is shown this once.
    struct Made: Encodable {
        let id: String
        let key: String
        let name: String
        let role: String
        let createdAt: String
        var replaces: Replaced?

        init(_ key: APIKey, _ secret: APIKeySecret) {
            id = "\(key.id)"
            self.key = secret.text
            name = key.name
            role = key.role.name.rawValue
            createdAt = "\(key.createdAt)"
        }
    }

    /// The key before it, and when that ends.
    struct Replaced: Encodable {
        let id: String
        let revokedAt: String
    }

    struct Revoked: Encodable {
        let id: String
        let active: Bool
    }

    /// A key on the wire.
    struct KeyBody: Encodable {
        let id: String
        let name: String
        let role: String
        let profileId: String?
        let laboratory: String?
        let createdAt: String
        let revokedAt: String?
        let active: Bool

        init(_ shown: ListKeys.Shown) {
            id = "\(shown.key.id)"
            name = shown.key.name
            role = shown.key.role.name.rawValue
            profileId = if case .patient(let id) = shown.key.role { "\(id)" } else { nil }
            laboratory = shown.laboratory
            createdAt = "\(shown.key.createdAt)"
            revokedAt = shown.key.revokedAt?.description
            active = shown.isActive
        }
    }
}

extension ListKeys.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .store(let error): error.problem
        }
    }
}

extension CreateKey.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .invalid(let invalid): invalid.problem
        case .profileUnknown: Invalid("/profileId", "there is no profile of this id").problem
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension RotateKey.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .overlap: Invalid("/overlapSeconds", "0 to \(RotateKey.longestOverlap.components.seconds)").problem
        case .unknown: .keyUnknown
        case .ending(let end):
            Problem(.conflict, "key-ending", "This key has been revoked or rotated: it ends, or ended, at \(end).")
                .with("revokedAt", .text("\(end)"))
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension RevokeKey.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .unknown: .keyUnknown
        case .store(let error): error.problem
        }
    }
}

extension Problem {
    fileprivate static let keyUnknown = Problem(
        .notFound, "not-found", "There is no such key, or it was revoked before.")
}
