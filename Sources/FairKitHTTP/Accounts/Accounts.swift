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
        return Answer(created: InvitationBody(invitation), at: "/api/v1/accounts/invitations")
    }

    static func invitations(_ call: Call) async throws -> Answer<ListBody<InvitationBody>> {
        let (start, limit) = try call.page { InvitationID($0) }
        let page = try await call.tenancy.accounts.invitations(before: start, limit: limit, by: call.caller)
        return try call.list(page) { InvitationBody($0) }
    }

    static func approve(_ call: Call) async throws -> Answer<InvitationBody> {
        let approved = try await call.tenancy.accounts.approveInvitation(
            call.id(), proof: try await call.proofUnlessMachine(), by: call.caller)
        return Answer(InvitationBody(approved))
    }

    static func revoke(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.accounts.revokeInvitation(call.id(), by: call.caller)
        return .noContent
    }

    static func settings(_ call: Call) async throws -> Answer<SettingsBody> {
        let tenancy = call.tenancy
        return Answer(SettingsBody(try await tenancy.accounts.settings(by: call.caller), of: tenancy.name))
    }

    static func changeSettings(_ call: Call) async throws -> Answer<SettingsBody> {
        var (body, caller, faults) = try await call.showingPatch(of: SettingsBody.self)
        let registration = body.registration.map(TenantSettings.Registration.init(rawValue:))
        faults.require(registration != .some(nil), "/registration", "open or closed")
        let kits = body.issuedKits.map(TenantSettings.IssuedKits.init(rawValue:))
        faults.require(kits != .some(nil), "/issuedKits", "always, self-registration or never")
        let limit = body.inactivityMinutes.map { Duration.seconds(60 * min(max($0, 0), 100_000)) }
        let name = body.displayName.map { DisplayName($0) }
        faults.require(name != .some(nil), "/displayName", "1 to \(DisplayName.longest) characters on one line")
        let contact = body.operatorContact.map { MailAddress(typed: $0) }
        faults.require(contact != .some(nil), "/operatorContact", "an address such as name@example.org")
        let hold = body.suspectHoldHours.map { Duration.seconds(3600 * min(max($0, -1), 100_000)) }
        let mass = body.molarMass.map { MolarMass(rawValue: "\($0)") }
        faults.require(mass != .some(nil), "/molarMass", "52 or 54 (kDa)")
        var factors: [AATUnit: Thousandths] = [:]
        for (name, factor) in body.jumpFactors ?? [:] {
            guard let unit = AATUnit(rawValue: name), case .thousandths(let value) = factor else {
                faults.record(
                    "/jumpFactors", "a factor of 1.5 to 100, with at most three decimals, for mg/dL, g/L or umol/L")
                continue
            }
            factors[unit] = value
        }
        let hosts = body.newsHosts?.compactMap { TenantSettings.newsHost($0) }
        faults.require(
            hosts?.count == body.newsHosts?.count && hosts?.count ?? 0 <= TenantSettings.mostNewsHosts, "/newsHosts",
            "at most \(TenantSettings.mostNewsHosts) hosts such as news.example.org")
        let change = TenantSettingsChange(
            registration: registration ?? nil, issuedKits: kits ?? nil, inactivityLimit: limit,
            displayName: name ?? nil,
            operatorContact: contact ?? nil, forbidsValues: body.forbidValues, suspectHold: hold, jumpFactors: factors,
            molarMass: mass ?? nil, newsHosts: hosts,
            consentNotice: body.consentNotice.map { .init(text: $0.text, url: $0.url) })
        let tenancy = call.tenancy
        let settings = try await tenancy.accounts.change(change, found: faults, by: caller)
        return Answer(SettingsBody(settings, of: tenancy.name))
    }
}

extension InvitationRequest {
    /// nil: it is invalid, and a fault is noted.
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
        self.init(shown.account, laboratory: shown.laboratory, signedInAt: shown.signedInAt)
    }
}
