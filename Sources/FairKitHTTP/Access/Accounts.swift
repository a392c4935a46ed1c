import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Accounts, invitations and settings, for administrators.
enum Accounts {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AccountBody>> {
        let (role, (start, limit)) = try Query.read(request, ["role"]) { query in
            (query.word("role", among: RoleName.ofAccounts), try query.page(context) { AccountID($0) })
        }
        let page = try await context.tenancy.accounts.list(
            role: role, before: start, limit: limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { AccountBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        Answer(AccountBody(try await context.tenancy.accounts.show(try id(context), by: try context.caller)))
    }

    static func suspend(_ request: Request, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        try await change(.suspend, context)
    }

    static func resume(_ request: Request, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        try await change(.resume, context)
    }

    static func removeFactor(_ request: Request, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        try await change(.removeSecondFactor, context)
    }

    static func signOut(_ request: Request, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        try await change(.endSessions, context)
    }

    static func delete(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let caller = try context.caller
        try await context.tenancy.accounts.delete(
            try id(context), proof: try await context.proof(in: request), by: caller)
        return .noContent
    }

    private static func change(_ change: AccountChange, _ context: FairKitContext) async throws -> Answer<AccountBody> {
        Answer(AccountBody(try await context.tenancy.accounts.change(try id(context), change, by: try context.caller)))
    }

    private static func id(_ context: FairKitContext) throws(Problem) -> AccountID {
        try context.id("id", of: AccountID.self) { AccountID($0) }
    }

    static func invite(_ request: Request, _ context: FairKitContext) async throws -> Answer<InvitationBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(InvitationRequest.self, context, noting: &faults)
        let purpose = body.purpose(&faults)
        let invitation = try await context.tenancy.accounts.invite(
            email: body.email, name: body.name, for: purpose ?? .coordinator, found: faults, by: caller)
        return Answer(created: InvitationBody(invitation), at: "/api/v1/accounts/invitations")
    }

    static func invitations(_ request: Request, _ context: FairKitContext) async throws -> Answer<
        ListBody<InvitationBody>
    > {
        let (start, limit) = try Query.page(request, context) { InvitationID($0) }
        let page = try await context.tenancy.accounts.invitations(
            before: start, limit: limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { InvitationBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func approve(_ request: Request, _ context: FairKitContext) async throws -> Answer<InvitationBody> {
        let caller = try context.caller
        let id = try context.id("id", of: InvitationID.self) { InvitationID($0) }
        let approved = try await context.tenancy.accounts.approveInvitation(
            id, proof: try await context.proof(in: request), by: caller)
        return Answer(InvitationBody(approved))
    }

    static func revoke(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.accounts.revokeInvitation(
            try context.id("id", of: InvitationID.self) { InvitationID($0) }, by: try context.caller)
        return .noContent
    }

    static func settings(_ request: Request, _ context: FairKitContext) async throws -> Answer<SettingsBody> {
        let tenancy = try context.tenancy
        return Answer(SettingsBody(try await tenancy.accounts.settings(by: try context.caller), of: tenancy.name))
    }

    static func changeSettings(_ request: Request, _ context: FairKitContext) async throws -> Answer<SettingsBody> {
        var faults = Faults()
        let (body, caller) = try await context.showingPatch(of: SettingsBody.self, in: request, noting: &faults)
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
        let tenancy = try context.tenancy
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
