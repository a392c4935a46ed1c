import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The signed-in person's own account.
enum OwnAccounts {
    static func me(_ request: Request, _ context: FairKitContext) async throws -> Answer<Me> {
        Answer(Me(try await context.tenancy.ownAccount.show(by: try context.caller)))
    }

    /// A JSON merge patch (RFC 7396): null removes a member, and a missing member keeps its value.
    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<Me> {
        let caller = try context.caller
        var faults = Faults()
        let patch = try await request.mergePatch(context, noting: &faults)
        let changes = AccountChanges(patch, &faults)
        return Answer(
            Me(try await context.tenancy.ownAccount.change(found: faults, by: caller) { changes.apply(to: &$0) }))
    }

    /// Requests another address. Nothing changes before a person who reads mail there has confirmed it.
    static func changeEmail(_ request: Request, _ context: FairKitContext) async throws -> Answer<SignIns.Mailed> {
        var faults = Faults()
        let body = try await request.json(ChangingEmail.self, context, noting: &faults)
        let code = faults.secondFactor(body.code, body.backupCode)
        try await context.tenancy.ownAccount.askForAnotherAddress(
            body.email, password: body.password, code: code, found: faults, by: try context.caller)
        return .mailed
    }

    static func delete(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.proof(context)
        try await context.tenancy.ownAccount.delete(
            password: proof.password, code: proof.code, by: try context.caller)
        return .noContent
    }

    static func changePassword(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        var faults = Faults()
        let body = try await request.json(ChangingPassword.self, context, noting: &faults)
        let code = faults.secondFactor(body.code, body.backupCode)
        try faults.refuse()
        try await context.tenancy.ownAccount.changePassword(
            from: body.oldPassword, to: body.newPassword, code: code, by: try context.caller)
        return .noContent
    }

    static func logout(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.ownAccount.signOut(by: try context.caller)
        return .noContent
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<Items> {
        Answer(Items(try await context.tenancy.ownAccount.sessions(by: try context.caller)))
    }

    static func signIns(_ request: Request, _ context: FairKitContext) async throws -> Answer<Items> {
        Answer(Items(try await context.tenancy.ownAccount.signIns(by: try context.caller)))
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let id = try context.id("id", of: SessionID.self) { SessionID($0) }
        let caller = try context.caller
        if case .account(_, id) = caller.subject.actor { return try await logout(request, context) }
        let proof = try await request.proof(context)
        try await context.tenancy.ownAccount.endSession(id, password: proof.password, by: caller)
        return .noContent
    }

    static func endOthers(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.proof(context)
        try await context.tenancy.ownAccount.endOtherSessions(
            password: proof.password, by: try context.caller)
        return .noContent
    }

    static func setUpFactor(_ request: Request, _ context: FairKitContext) async throws -> Answer<SecondFactorBody> {
        let proof = try await request.proof(context)
        return Answer(
            SecondFactorBody(
                try await context.tenancy.ownAccount.setUpSecondFactor(
                    password: proof.password, code: proof.code, by: try context.caller)))
    }

    static func removeFactor(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let proof = try await request.proof(context)
        try await context.tenancy.ownAccount.removeSecondFactor(
            password: proof.password, code: proof.code, by: try context.caller)
        return .noContent
    }

    static func renewCodes(_ request: Request, _ context: FairKitContext) async throws -> Answer<Codes> {
        let proof = try await request.proof(context)
        let codes = try await context.tenancy.ownAccount.renewBackupCodes(
            password: proof.password, code: proof.code, by: try context.caller)
        return Answer(Codes(backupCodes: codes.map(\.text)))
    }

    private struct ChangingPassword: Decodable {
        let oldPassword: String
        let newPassword: String
        let code: String?
        let backupCode: String?
    }

    private struct ChangingEmail: Decodable {
        let email: String
        let password: String
        let code: String?
        let backupCode: String?
    }

    struct Codes: Encodable { let backupCodes: [String] }

    struct Me: Encodable {
        let accountId: String
        let email: String
        let name: String?
        let phone: String?
        let language: String
        let roles: [String]
        let profileId: String?
        let laboratory: String?
        let createdAt: String
        let passwordChangedAt: String
        let lastSignInAt: String?
        let mfaEnabled: Bool
        let backupCodesLeft: Int
        let sessionId: String
        /// The name by which people know the tenant; absent: it has not set one.
        let tenantName: String?

        init(_ shown: OwnAccountView) {
            let account = shown.account
            accountId = "\(account.id)"
            email = "\(account.email)"
            name = account.details.name
            phone = account.details.phone
            language = account.details.language.rawValue
            lastSignInAt = shown.signedInAt?.description
            roles = [account.role.name.rawValue]
            profileId = account.role.profile?.description
            laboratory = shown.laboratory
            createdAt = "\(account.createdAt)"
            passwordChangedAt = "\(account.passwordAt)"
            mfaEnabled = account.secondFactorSince != nil
            backupCodesLeft = shown.backupCodesLeft
            sessionId = "\(shown.session)"
            tenantName = shown.tenantName?.text
        }
    }

    /// Sessions. There are so few that the list needs no pagination.
    struct Items: Encodable, EntriesInItems {
        struct Item: Encodable {
            let id: String
            let startedAt: String
            let usedAt: String
            let expiresAt: String
            let endedAt: String?
            let address: String?
            let client: String?
            /// Whether this is the caller's own session.
            let current: Bool
        }
        let items: [Item]

        init(_ views: [SessionView]) {
            items = views.map { view in
                let session = view.session
                return Item(
                    id: "\(session.id)", startedAt: "\(session.startedAt)", usedAt: "\(session.usedAt)",
                    expiresAt: "\(session.expiresAt)", endedAt: session.endedAt?.description, address: session.address,
                    client: session.client, current: view.isCurrent)
            }
        }
    }
}
