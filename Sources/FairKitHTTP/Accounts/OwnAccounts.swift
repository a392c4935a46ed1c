import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// The signed-in person's own account.
enum OwnAccounts {
    static func me(_ call: Call) async throws -> Answer<Me> {
        Answer(Me(try await call.tenancy.ownAccount.show(by: call.caller)))
    }

    /// A JSON merge patch (RFC 7396): null removes a member, and a missing member keeps its value.
    static func change(_ call: Call) async throws -> Answer<Me> {
        var (patch, faults) = try await call.mergePatch()
        let changes = AccountChanges(patch, &faults)
        return Answer(
            Me(try await call.tenancy.ownAccount.change(found: faults, by: call.caller) { changes.apply(to: &$0) }))
    }

    /// Requests another address. Nothing changes before a person who reads mail there has confirmed it.
    static func changeEmail(_ call: Call) async throws -> Answer<SignIns.Mailed> {
        var (body, faults) = try await call.jsonAndFaults(ChangingEmail.self)
        let code = faults.secondFactor(body.code, body.backupCode)
        try await call.tenancy.ownAccount.askForAnotherAddress(
            body.email, password: body.password, code: code, found: faults, by: call.caller)
        return .mailed
    }

    /// By the code of the mail, for apps that can't open its link.
    static func confirmEmail(_ call: Call) async throws -> HTTPResponse.Status {
        var (body, faults) = try await call.jsonAndFaults(MailedCode.self)
        let code = ContactCode(body.code)
        faults.require(code != nil, "/code", "the six digits of the mail")
        try faults.refuse()
        guard let code, try await call.tenancy.ownAccount.confirmAnotherAddress(by: code, by: call.caller) else {
            throw Problem(
                .unprocessableContent, .contactCodeWrong,
                "This code is wrong, was tried too often, or has expired. Read the last mail, or ask for another one.")
        }
        return .noContent
    }

    private struct MailedCode: Decodable { let code: String }

    static func delete(_ call: Call) async throws -> HTTPResponse.Status {
        let proof = try await call.proof()
        try await call.tenancy.ownAccount.delete(password: proof.password, code: proof.code, by: call.caller)
        return .noContent
    }

    static func changePassword(_ call: Call) async throws -> HTTPResponse.Status {
        var (body, faults) = try await call.jsonAndFaults(ChangingPassword.self)
        let code = faults.secondFactor(body.code, body.backupCode)
        try faults.refuse()
        try await call.tenancy.ownAccount.changePassword(
            from: body.oldPassword, to: body.newPassword, code: code, by: call.caller)
        return .noContent
    }

    static func logout(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.ownAccount.signOut(by: call.caller)
        return .noContent
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<SessionBody>> {
        Answer(ListBody(all: try await call.tenancy.ownAccount.sessions(by: call.caller).map { SessionBody($0) }))
    }

    static func signIns(_ call: Call) async throws -> Answer<ListBody<SessionBody>> {
        Answer(ListBody(all: try await call.tenancy.ownAccount.signIns(by: call.caller).map { SessionBody($0) }))
    }

    static func end(_ call: Call) async throws -> HTTPResponse.Status {
        let id: SessionID = try call.id()
        if case .account(_, id) = call.caller.subject.actor { return try await logout(call) }
        let proof = try await call.proof()
        try await call.tenancy.ownAccount.endSession(id, password: proof.password, by: call.caller)
        return .noContent
    }

    static func endOthers(_ call: Call) async throws -> HTTPResponse.Status {
        let proof = try await call.proof()
        try await call.tenancy.ownAccount.endOtherSessions(password: proof.password, by: call.caller)
        return .noContent
    }

    static func setUpFactor(_ call: Call) async throws -> Answer<SecondFactorBody> {
        let proof = try await call.proof()
        return Answer(
            SecondFactorBody(
                try await call.tenancy.ownAccount.setUpSecondFactor(
                    password: proof.password, code: proof.code, by: call.caller)))
    }

    static func removeFactor(_ call: Call) async throws -> HTTPResponse.Status {
        let proof = try await call.proof()
        try await call.tenancy.ownAccount.removeSecondFactor(
            password: proof.password, code: proof.code, by: call.caller)
        return .noContent
    }

    static func renewCodes(_ call: Call) async throws -> Answer<Codes> {
        let proof = try await call.proof()
        let codes = try await call.tenancy.ownAccount.renewBackupCodes(
            password: proof.password, code: proof.code, by: call.caller)
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

    struct Codes: JSONBody { let backupCodes: [String] }

    struct Me: JSONBody {
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
            tenantName = shown.clinic.name?.text
        }
    }

    struct SessionBody: JSONBody {
        let id: String
        let startedAt: String
        let usedAt: String
        let expiresAt: String
        let endedAt: String?
        let address: String?
        let client: String?
        /// Whether this is the caller's own session.
        let current: Bool

        init(_ view: SessionView) {
            let session = view.session
            id = "\(session.id)"
            startedAt = "\(session.startedAt)"
            usedAt = "\(session.usedAt)"
            expiresAt = "\(session.expiresAt)"
            endedAt = session.endedAt?.description
            address = session.address
            client = session.client
            current = view.isCurrent
        }
    }
}
