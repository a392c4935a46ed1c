import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Signing in, and the routes for people who can't sign in yet; their callers have no identity.
enum SignIns {
    static func login(_ call: UnauthenticatedCall) async throws -> Answer<LoggedIn> {
        let body: Login
        do { body = try await call.json(Login.self) } catch { throw call.throttledBy?.problem ?? error }
        switch try await call.signIn(email: body.email, password: body.password, for: .app) {
        case .signedIn(let signedIn): return Answer(LoggedIn(tokens: try await show(signedIn, call)))
        case .challenged(let token, let setUp):
            return Answer(LoggedIn(challenge: ChallengeBody(mfaToken: token.text, mfaSetupRequired: setUp)))
        }
    }

    static func verify(_ call: UnauthenticatedCall) async throws -> Answer<Verified> {
        var (body, faults) = try await call.jsonAndFaults(Verifying.self)
        let code = faults.read(or: .oneTime("")) { () throws(Invalid) in
            try SecondFactorCode(body.code, body.backupCode)
        }
        try faults.refuse()
        let answered = try await call.counting(body.mfaToken) { [body] signIns in
            try await signIns.answer(body.mfaToken, code, from: call.origin)
        }
        var tokens: TokensBody?
        if let signedIn = answered.signedIn { tokens = try await show(signedIn, call) }
        return Answer(Verified(tokens: tokens, backupCodes: answered.backupCodes?.map(\.text)))
    }

    static func setUp(_ call: UnauthenticatedCall) async throws -> Answer<SecondFactorBody> {
        let token = try await call.json(SettingUp.self).mfaToken
        return Answer(SecondFactorBody(try await call.counting(token) { try await $0.setUpSecondFactor(token) }))
    }

    static func refresh(_ call: UnauthenticatedCall) async throws -> Answer<TokensBody> {
        let token = try await call.json(Refreshing.self).refreshToken
        return Answer(try await show(try await call.tenancy.signIns.refresh(token, from: call.origin), call))
    }

    static func register(_ call: UnauthenticatedCall) async throws -> Answer<Mailed> {
        var (body, faults) = try await call.jsonAndFaults(Registering.self)
        let named = body.language.flatMap { Language(rawValue: $0) }
        faults.require(body.language == nil || named != nil, "/language", "en, es or sw")
        try faults.refuse()
        try await call.tenancy.signIns.askToRegister(
            body.email, in: named ?? call.request.acceptedLanguage, from: call.origin)
        return .mailed
    }

    static func forgot(_ call: UnauthenticatedCall) async throws -> Answer<Mailed> {
        let email = try await call.json(Asking.self).email
        try await call.tenancy.signIns.askForNewPassword(email, from: call.origin)
        return .mailed
    }

    static func link(_ call: UnauthenticatedCall) async throws -> Answer<LinkBody> {
        let token = try await call.json(LinkToken.self).token
        let link = try await call.tenancy.signIns.show(link: token)
        return Answer(LinkBody(link, in: link.language ?? call.request.acceptedLanguage ?? .english))
    }

    static func confirm(_ call: UnauthenticatedCall) async throws -> Answer<Confirmed> {
        var (body, faults) = try await call.jsonAndFaults(Confirming.self)
        let details = body.details(&faults)
        let account = try await call.counting(body.token) { [body, faults] signIns in
            try await signIns.confirm(
                body.token, password: body.password, profile: details, found: faults,
                from: call.origin)
        }
        return Answer(created: Confirmed(account), at: "/api/v1/auth/me")
    }

    static func reset(_ call: UnauthenticatedCall) async throws -> HTTPResponse.Status {
        let body = try await call.json(Resetting.self)
        try await call.counting(body.token) { signIns in
            try await signIns.resetPassword(body.token, password: body.password, from: call.origin)
        }
        return .noContent
    }

    static func confirmEmail(_ call: UnauthenticatedCall) async throws -> HTTPResponse.Status {
        let token = try await call.json(LinkToken.self).token
        try await call.counting(token) { signIns in
            try await signIns.confirmAnotherAddress(token, from: call.origin)
        }
        return .noContent
    }

    private static func show(_ signedIn: SignedIn, _ call: UnauthenticatedCall) async throws -> TokensBody {
        guard let tokens = call.tokens else { throw Problem.notFound }
        let issued = try tokens.issue(for: signedIn)
        // The rate limiter does not know the new token: guesses from the same address could lock it out.
        call.limits.remember(issued)
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
    struct LoggedIn: JSONBody {
        var tokens: TokensBody?
        var challenge: ChallengeBody?

        func writeMembers(to json: inout JSONWriter) {
            tokens?.writeMembers(to: &json)
            challenge?.writeMembers(to: &json)
        }
    }

    struct ChallengeBody: JSONBody {
        let mfaRequired = true
        let mfaToken: String
        let mfaSetupRequired: Bool
        let expiresIn = Challenge.lifetime.components.seconds
    }

    struct TokensBody: JSONBody {
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
            refreshToken = signedIn.secret.text
            refreshExpiresAt = "\(signedIn.refreshExpiresAt)"
            accountId = "\(signedIn.account.id)"
            sessionId = "\(signedIn.session)"
            roles = [signedIn.account.role.name.rawValue]
        }
    }

    struct Verified: JSONBody {
        let tokens: TokensBody?
        let backupCodes: [String]?

        func writeMembers(to json: inout JSONWriter) {
            tokens?.writeMembers(to: &json)
            json.member(#""backupCodes":"#, backupCodes)
        }
    }

    /// The same response whether the account exists or not.
    struct Mailed: JSONBody {
        let detail = "If this address can be used, a mail is on its way. Check the spam folder, too."
    }

    /// A mailed link, as its page shows it: it fills in the user name for password managers, and says whose page it is.
    struct LinkBody: JSONBody {
        let kind: String
        let displayName: String
        let email: String
        let expiresAt: String
        let language: String?
        let consentNotice: ConsentNoticeBody?

        init(_ link: MailedLink, in reading: Language) {
            consentNotice = link.notice(in: reading).map { ConsentNoticeBody($0) }
            language = link.language?.rawValue
            kind = link.invitation.kind.rawValue
            displayName = link.tenant.text
            email = "\(link.invitation.email)"
            expiresAt = "\(link.invitation.expiresAt)"
        }
    }

    struct Confirmed: JSONBody {
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

extension Answer<SignIns.Mailed> {
    static var mailed: Answer {
        Answer(SignIns.Mailed(), .accepted)
    }
}
