import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// Accounts, invitations and settings, for administrators.
enum Accounts {
    static func list(_ call: Call) async throws -> Answer<ListBody<AccountBody>> {
        let (role, (start, limit)) = try call.query(["role"]) { query in
            (query.word("role", among: RoleName.ofAccounts), try query.page(call) { AccountID($0) })
        }
        let page = try await call.tenancy.accounts.list(role: role, before: start, limit: limit, by: call.caller)
        return try call.list(page) { AccountBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<AccountBody> {
        Answer(AccountBody(try await call.tenancy.accounts.show(call.id(), by: call.caller)))
    }

    static func suspend(_ call: Call) async throws -> Answer<AccountBody> { try await change(.suspend, call) }

    static func resume(_ call: Call) async throws -> Answer<AccountBody> { try await change(.resume, call) }

    static func removeFactor(_ call: Call) async throws -> Answer<AccountBody> {
        try await change(.removeSecondFactor, call)
    }

    static func signOut(_ call: Call) async throws -> Answer<AccountBody> { try await change(.endSessions, call) }

    static func delete(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.accounts.delete(call.id(), proof: try await call.proofUnlessMachine(), by: call.caller)
        return .noContent
    }

    private static func change(_ change: AccountChange, _ call: Call) async throws -> Answer<AccountBody> {
        Answer(AccountBody(try await call.tenancy.accounts.change(call.id(), change, by: call.caller)))
    }

    static func invite(_ call: Call) async throws -> Answer<InvitationBody> {
        var (body, faults) = try await call.jsonAndFaults(InvitationRequest.self)
        let purpose = body.purpose(&faults)
        let invitation = try await call.tenancy.accounts.invite(
            email: body.email, name: body.name, for: purpose ?? .coordinator, found: faults, by: call.caller)
        return Answer(
            created: InvitationBody(invitation, at: call.tenancy.now()), at: "/api/v1/accounts/invitations")
    }

    static func invitations(_ call: Call) async throws -> Answer<ListBody<InvitationBody>> {
        let (start, limit) = try call.page { InvitationID($0) }
        let page = try await call.tenancy.accounts.invitations(before: start, limit: limit, by: call.caller)
        let now = call.tenancy.now()
        return try call.list(page) { InvitationBody($0, at: now) }
    }

    static func approve(_ call: Call) async throws -> Answer<InvitationBody> {
        let approved = try await call.tenancy.accounts.approveInvitation(
            call.id(), proof: try await call.proofUnlessMachine(), by: call.caller)
        return Answer(InvitationBody(approved, at: call.tenancy.now()))
    }

    static func revoke(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.accounts.revokeInvitation(call.id(), by: call.caller)
        return .noContent
    }

    static func settings(_ call: Call) async throws -> Answer<SettingsBody> {
        Answer(SettingsBody(settings: try await call.tenancy.accounts.settings(by: call.caller)))
    }

    static func changeSettings(_ call: Call) async throws -> Answer<SettingsBody> {
        var (patch, caller, faults) = try await call.showingPatch()
        let texts = try faults.settings(in: patch, at: call.tenancy.now())
        let settings = try await call.tenancy.accounts.changeSettings(texts, found: faults, by: caller)
        return Answer(SettingsBody(settings: settings))
    }
}

extension InvitationRequest {
    /// nil: it is invalid, and a fault is recorded.
    fileprivate func purpose(_ faults: inout Faults) -> AccountPurpose? {
        let asked = RolePurpose(
            role: role, profileId: profileId, laboratory: laboratory, among: RoleName.ofAccounts, &faults)
        switch asked {
        case .patient(let id): return .patient(id)
        case .laboratory(let name): return .laboratory(name)
        case .clinician: return .clinician
        case .coordinator: return .coordinator
        case .administrator: return .administrator
        // Accounts can't have these roles, so they were refused before.
        case .consumer, .app, nil: return nil
        }
    }
}

extension AccountBody {
    fileprivate init(_ shown: AccountView) {
        self.init(
            shown.account, laboratory: shown.laboratory, signedInAt: shown.signedInAt, lockedUntil: shown.lockedUntil)
    }
}
