import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The reader of a page, as far as they are known: language, tenant, and once they have signed in their account.
struct Reader: Sendable {
    let tenant: TenantName
    private(set) var language: Language
    /// nil: they have not signed in.
    let own: OwnAccountView?
    let subject: Subject?
    /// Stands in each of their forms: it was drawn for this account.
    let token: String
    /// By which the tabs of one person know each other: it names no account.
    let who: String
    /// What the page says of the tenant; nil: nothing.
    private(set) var clinic: TenantFront?
    /// The languages that a reader without an account chose or that their browser accepts, the best first.
    private let wanted: [Language]
    /// Whether patients may register; false, too, if the page does not ask.
    private(set) var takesPatients = false
    /// Whether no one has had an account yet; false, too, if the page does not ask.
    private(set) var isFirst = false
    /// The page in another language, before the sign-in.
    let here: (@Sendable (Language) -> Link)?
    /// Whether single keys do something in their browser.
    let takesKeys: Bool
    let theme: Theme
    /// When the page is drawn; nil: they have not signed in.
    let now: Timestamp?
    /// The alerts that are open for a clinician; nil: it was not asked for.
    var live: WorklistNow?

    /// A reader who has not signed in: the language that they chose, or else that their browser prefers.
    init(of request: Request, in tenant: TenantName?) {
        let named = request.uri.queryParameters["language"].map { String($0) }
        let chosen = [named, request.cookie(named: PageCookie.language)].compactMap { $0 }
        wanted = chosen.compactMap { Language(rawValue: $0) } + request.acceptedLanguages
        self.tenant = tenant ?? .standard
        language = wanted.first ?? .english
        (own, subject, token, who, now) = (nil, nil, "", "", nil)
        (takesKeys, theme) = (false, request.theme)
        let query = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("language=") }
        let address = "\(request.uri.path)?\(query.map { "\($0)&" }.joined())language="
        let name = self.tenant
        here = { language in
            Link(next: address + language.rawValue, of: name, among: Route.pages)
                ?? Link("/sign-in?language=\(language.rawValue)", of: name)
        }
    }

    /// The same with the tenant's name.
    init(_ call: UnauthenticatedCall) async throws {
        self.init(of: call.request, in: call.tenantInPath)
        let front = try await call.tenancy.signIns.front()
        (clinic, takesPatients, isFirst) = (front.clinic, front.isOpen, front.isNew)
        language = wanted.first { front.clinic.languages.contains($0) } ?? front.clinic.languages.first ?? .english
    }

    init(_ own: OwnAccountView, of call: Call, token: String, who: String) {
        (tenant, language) = (call.tenant.name, own.account.details.language)
        (self.own, subject, self.token, self.who) = (own, call.caller.subject, token, who)
        (takesKeys, theme) = (call.request.cookie(named: PageCookie.keys) == "on", call.request.theme)
        (clinic, here, now, wanted) = (own.clinic, nil, call.tenancy.now(), [])
    }

    /// A text of the catalogue.
    subscript(text: PageText) -> String { language.page(text, [:]) }

    /// A text of the catalogue, with its values.
    subscript(text: PageText, values: [String: TextTemplate.Value]) -> String { language.page(text, values) }

    /// A page of the reader's tenant.
    subscript(path: Link.Path) -> Link { Link(path, of: tenant) }

    var name: String { own.map { $0.name ?? "\($0.account.email)" } ?? "" }

    /// The name by which people know the tenant; nil: it has not set one, or the page does not say it.
    var tenantName: DisplayName? { clinic?.name }

    /// The languages that the reader may choose: those that the tenant offers, and the present one.
    var languages: [Language] {
        let offered = clinic?.languages ?? Language.allCases
        return offered.contains(language) ? offered : offered + [language]
    }

    var role: RoleName? { own?.account.role.name }

    func may(_ action: Action) -> Bool { subject?.may(action) ?? false }
}

extension Request {
    fileprivate var theme: Theme { cookie(named: PageCookie.theme).flatMap { Theme(rawValue: $0) } ?? .device }
}
