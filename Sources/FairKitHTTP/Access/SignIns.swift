import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Signing in, and the routes for people who can't sign in yet; their callers have no identity.
enum SignIns {
    static func login(_ request: Request, _ context: FairKitContext) async throws -> Answer<LoggedIn> {
        let body: Login
        do { body = try await request.json(Login.self, context) } catch { throw context.throttledBy?.problem ?? error }
        let (signIns, origin) = (try context.tenancy.signIns, context.origin(of: request))
        if let throttledBy = context.throttledBy {
            guard try await signIns.isKnown(email: body.email, from: origin) else { throw throttledBy.problem }
            if let verdict = try context.limits.knownSignIn(body.email) { throw verdict.problem }
        }
        let answer = try await signIns.signIn(email: body.email, password: body.password, from: origin)
        if context.throttledBy == nil, let person = try context.limits.person(body.email) {
            try context.limits.succeeded(as: person)
        }
        switch answer {
        case .signedIn(let signedIn): return Answer(LoggedIn(tokens: try await show(signedIn, context)))
        case .challenged(let token, let setUp):
            return Answer(LoggedIn(challenge: ChallengeBody(mfaToken: token.text, mfaSetupRequired: setUp)))
        }
    }

    static func verify(_ request: Request, _ context: FairKitContext) async throws -> Answer<Verified> {
        var faults = Faults()
        let body = try await request.json(Verifying.self, context, noting: &faults)
        let code = faults.read(or: .oneTime("")) { () throws(Invalid) in
            try SecondFactorCode(body.code, body.backupCode)
        }
        try faults.refuse()
        let answered = try await context.counting(body.mfaToken) { signIns in
            try await signIns.answer(body.mfaToken, code, from: context.origin(of: request))
        }
        var tokens: TokensBody?
        if let signedIn = answered.signedIn { tokens = try await show(signedIn, context) }
        return Answer(Verified(tokens: tokens, backupCodes: answered.backupCodes?.map(\.text)))
    }

    static func setUp(_ request: Request, _ context: FairKitContext) async throws -> Answer<SecondFactorBody> {
        let token = try await request.json(SettingUp.self, context).mfaToken
        return Answer(SecondFactorBody(try await context.counting(token) { try await $0.setUpSecondFactor(token) }))
    }

    static func refresh(_ request: Request, _ context: FairKitContext) async throws -> Answer<TokensBody> {
        let token = try await request.json(Refreshing.self, context).refreshToken
        return Answer(
            try await show(try await context.tenancy.signIns.refresh(token, from: context.origin(of: request)), context)
        )
    }

    static func register(_ request: Request, _ context: FairKitContext) async throws -> Answer<Mailed> {
        var faults = Faults()
        let body = try await request.json(Registering.self, context, noting: &faults)
        let named = body.language.flatMap { Language(rawValue: $0) }
        faults.require(body.language == nil || named != nil, "/language", "en, es or sw")
        try faults.refuse()
        try await context.tenancy.signIns.askToRegister(
            body.email, in: named ?? request.acceptedLanguage, from: context.origin(of: request))
        return .mailed
    }

    static func forgot(_ request: Request, _ context: FairKitContext) async throws -> Answer<Mailed> {
        let email = try await request.json(Asking.self, context).email
        try await context.tenancy.signIns.askForNewPassword(email, from: context.origin(of: request))
        return .mailed
    }

    static func link(_ request: Request, _ context: FairKitContext) async throws -> Answer<LinkBody> {
        let token = try await request.json(LinkToken.self, context).token
        return Answer(LinkBody(try await context.tenancy.signIns.show(link: token)))
    }

    static func confirm(_ request: Request, _ context: FairKitContext) async throws -> Answer<Confirmed> {
        var faults = Faults()
        let body = try await request.json(Confirming.self, context, noting: &faults)
        let details = body.details(&faults)
        let account = try await context.counting(body.token) { [faults] signIns in
            try await signIns.confirm(
                body.token, password: body.password, profile: details, found: faults,
                from: context.origin(of: request))
        }
        return Answer(created: Confirmed(account), at: "/api/v1/auth/me")
    }

    static func reset(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let body = try await request.json(Resetting.self, context)
        try await context.counting(body.token) { signIns in
            try await signIns.resetPassword(
                body.token, password: body.password, from: context.origin(of: request))
        }
        return .noContent
    }

    static func confirmEmail(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let token = try await request.json(LinkToken.self, context).token
        try await context.counting(token) { signIns in
            try await signIns.confirmAnotherAddress(token, from: context.origin(of: request))
        }
        return .noContent
    }

    private static func show(_ signedIn: SignedIn, _ context: FairKitContext) async throws -> TokensBody {
        guard let tokens = try context.tokens else { throw Problem.notFound }
        let issued = try tokens.issue(for: signedIn)
        // The rate limiter does not know the new token: guesses from the same address could lock it out.
        try context.limits.remember(issued)
        return TokensBody(signedIn, accessToken: issued)
    }

    private struct Login: Decodable {
        let email: String
        let password: String
    }
    private struct Verifying: Decodable {
        let mfaToken: String
        let code: String?
        let backupCode: String?
    }
    private struct SettingUp: Decodable { let mfaToken: String }
    private struct Refreshing: Decodable { let refreshToken: String }
    private struct Registering: Decodable {
        let email: String
        let language: String?
    }
    private struct Asking: Decodable { let email: String }
    private struct Confirming: Decodable {
        let token: String
        let password: String
        let profile: ProfileBody?

        func details(_ faults: inout Faults) -> ProfileDetails? {
            var found = Faults()
            defer { faults.record(found, inside: "/profile") }
            return profile?.details(&found)
        }
    }
    private struct LinkToken: Decodable { let token: String }
    private struct Resetting: Decodable {
        let token: String
        let password: String
    }

    /// Tokens after a successful sign-in, a challenge where a second factor is needed.
    struct LoggedIn: Encodable {
        var tokens: TokensBody?
        var challenge: ChallengeBody?

        func encode(to encoder: any Encoder) throws {
            try tokens?.encode(to: encoder)
            try challenge?.encode(to: encoder)
        }
    }

    struct ChallengeBody: Encodable {
        let mfaRequired = true
        let mfaToken: String
        let mfaSetupRequired: Bool
        let expiresIn = Challenge.lifetime.components.seconds
    }

    struct TokensBody: Encodable {
        let accessToken: String
        let tokenType = "Bearer"
        /// In seconds.
        let expiresIn = SigningKey.tokenLifetime.components.seconds
        let refreshToken: String
        let refreshExpiresAt: String
        let accountId: String
        let sessionId: String
        let roles: [String]

        init(_ signedIn: SignedIn, accessToken: String) {
            self.accessToken = accessToken
            refreshToken = signedIn.refresh.text
            refreshExpiresAt = "\(signedIn.refreshExpiresAt)"
            accountId = "\(signedIn.account.id)"
            sessionId = "\(signedIn.session)"
            roles = [signedIn.account.role.name.rawValue]
        }
    }

    struct Verified: Encodable {
        let tokens: TokensBody?
        let backupCodes: [String]?

        private enum Keys: String, CodingKey { case backupCodes }

        func encode(to encoder: any Encoder) throws {
            try tokens?.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encodeIfPresent(backupCodes, forKey: .backupCodes)
        }
    }

    /// The same response whether the account exists or not.
    struct Mailed: Encodable {
        let detail = "If this address can be used, a mail is on its way. Check the spam folder, too."
    }

    /// What a page shows of a mailed link: it fills in the user name for password managers, and says whose page it is.
    struct LinkBody: Encodable {
        let kind: String
        let displayName: String
        let email: String
        let expiresAt: String
        let language: String?
        let consentNotice: ConsentNoticeBody?

        init(_ link: MailedLink) {
            consentNotice = link.notice.map { ConsentNoticeBody($0) }
            language = link.language?.rawValue
            kind = link.invitation.kind.rawValue
            displayName = link.tenant.text
            email = "\(link.invitation.email)"
            expiresAt = "\(link.invitation.expiresAt)"
        }
    }

    struct Confirmed: Encodable {
        let accountId: String
        let email: String
        let role: String
        let profileId: String?

        init(_ account: Account) {
            accountId = "\(account.id)"
            email = "\(account.email)"
            role = account.role.name.rawValue
            profileId = account.role.profile?.description
        }
    }
}

extension FairKitContext {
    /// Runs what a client does with a secret, and counts it by the secret if that was right.
    fileprivate func counting<T>(
        _ secret: String, _ body: (FairKitService.SignIns) async throws -> T
    ) async throws -> T {
        let (signIns, limits) = (try tenancy.signIns, try limits)
        if let throttledBy {
            guard try await signIns.knows(secret) else { throw throttledBy.problem }
            if let verdict = limits.rightSecret(secret) { throw verdict.problem }
        }
        let answer = try await body(signIns)
        if throttledBy == nil { limits.succeeded(as: limits.secret(secret)) }
        return answer
    }
}

extension Answer<SignIns.Mailed> {
    static var mailed: Answer {
        var answer = Answer(SignIns.Mailed())
        answer.status = .accepted
        return answer
    }
}
