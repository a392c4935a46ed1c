import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// What people who have signed in do with their own account.
enum OwnAccounts {
    static func me(_ request: Request, _ context: FairKitContext) async throws -> Answer<Me> {
        let caller = try context.caller
        return Answer(Me(try await context.cases.ownAccount.show(by: caller), caller))
    }

    static func delete(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.json(Proving.self, context)
        try await context.cases.ownAccount.delete(
            password: proof.password, code: try proof.second, by: try context.caller)
        return .noContent
    }

    static func changePassword(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let body = try await request.json(ChangingPassword.self, context)
        try await context.cases.ownAccount.changePassword(
            from: body.oldPassword, to: body.newPassword, code: try SecondFactorCode(sent: body.code, body.backupCode),
            by: try context.caller)
        return .noContent
    }

    static func logout(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.cases.ownSessions.signOut(by: try context.caller)
        return .noContent
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<Items> {
        let caller = try context.caller
        return Answer(Items(try await context.cases.ownSessions.list(by: caller), caller))
    }

    static func signIns(_ request: Request, _ context: FairKitContext) async throws -> Answer<Items> {
        let caller = try context.caller
        return Answer(Items(try await context.cases.ownSessions.signIns(by: caller), caller))
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let id = try context.id("id", of: SessionID.self) { SessionID($0) }
        let caller = try context.caller
        if case .account(_, id) = caller.subject.actor { return try await logout(request, context) }
        let proof = try await request.json(Proving.self, context)
        try await context.cases.ownSessions.end(id, password: proof.password, by: caller)
        return .noContent
    }

    static func endOthers(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.json(Proving.self, context)
        try await context.cases.ownSessions.endOthers(password: proof.password, by: try context.caller)
        return .noContent
    }

    static func setUpFactor(_ request: Request, _ context: FairKitContext) async throws -> Answer<SecondFactorBody> {
        let proof = try await request.json(Proving.self, context)
        return Answer(
            SecondFactorBody(
                try await context.cases.setUpSecondFactor(
                    password: proof.password, code: try proof.second, by: try context.caller)))
    }

    static func removeFactor(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.json(Proving.self, context)
        try await context.cases.changeSecondFactor.remove(
            password: proof.password, code: try proof.second, by: try context.caller)
        return .noContent
    }

    static func renewCodes(_ request: Request, _ context: FairKitContext) async throws -> Answer<Codes> {
        let proof = try await request.json(Proving.self, context)
        let codes = try await context.cases.changeSecondFactor.renewBackupCodes(
            password: proof.password, code: try proof.second, by: try context.caller)
        return Answer(Codes(backupCodes: codes.map(\.text)))
    }

    /// What somebody knows and has.
    private struct Proving: Decodable {
        let password: String
        let code: String?
        let backupCode: String?

        var second: SecondFactorCode? {
            get throws(Invalid) { try SecondFactorCode(sent: code, backupCode) }
        }
    }

    private struct ChangingPassword: Decodable {
        let oldPassword: String
        let newPassword: String
        let code: String?
        let backupCode: String?
    }

    struct Codes: Encodable { let backupCodes: [String] }

    struct Me: Encodable {
        let accountId: String
        let email: String
        let roles: [String]
        let profileId: String?
        let laboratory: String?
        let createdAt: String
        let passwordChangedAt: String
        let mfaEnabled: Bool
        let backupCodesLeft: Int
        let sessionId: String?

        init(_ shown: OwnAccount.Shown, _ caller: Caller) {
            let account = shown.account
            accountId = "\(account.id)"
            email = "\(account.email)"
            roles = [account.role.name.rawValue]
            profileId = account.role.profile?.description
            laboratory = shown.laboratory
            createdAt = "\(account.createdAt)"
            passwordChangedAt = "\(account.passwordAt)"
            mfaEnabled = account.secondFactorSince != nil
            backupCodesLeft = shown.backupCodesLeft
            sessionId = if case .account(_, let session) = caller.subject.actor { "\(session)" } else { nil }
        }
    }

    /// Sessions; there are so few that they need no pages.
    struct Items: Encodable {
        struct Item: Encodable {
            let id: String
            let startedAt: String
            let usedAt: String
            let expiresAt: String
            let endedAt: String?
            let address: String?
            let client: String?
            /// Whether it is the one that asks.
            let current: Bool
        }
        let items: [Item]

        init(_ sessions: [Session], _ caller: Caller) {
            items = sessions.map { session in
                let isOwn = if case .account(_, session.id) = caller.subject.actor { true } else { false }
                return Item(
                    id: "\(session.id)", startedAt: "\(session.startedAt)", usedAt: "\(session.usedAt)",
                    expiresAt: "\(session.expiresAt)", endedAt: session.endedAt?.description, address: session.address,
                    client: session.client, current: isOwn)
            }
        }
    }
}
