import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where people sign in with their password.
enum SignInPage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        let next = call.query("next") ?? ""
        return draw(
            reader, next: next,
            done: call.done(among: [.signedOut, .endedUnsent, .accountMade, .passwordChosen, .registrationOver]),
            [.setCookie: PageCookie.set(PageCookie.language, reader.language.rawValue)])
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        let (email, next) = (form["email"], form["next"])
        do {
            switch try await call.signIn(email: email, password: form["password"], for: .page) {
            case .signedIn(let signedIn):
                return try await call.goOn(signedIn, form, reader)
            case .challenged(let secret, let setUp):
                let cookie = PageCookie.set(
                    PageCookie.challenge(of: reader.tenant), secret.text,
                    for: Int(Challenge.lifetime.components.seconds))
                if !form["kept"].isEmpty {
                    return setUp
                        ? FactorPage.draw(reader, next: next, kept: form["kept"], [.setCookie: cookie])
                        : CodePage.draw(reader, next: next, kept: form["kept"], [], [.setCookie: cookie])
                }
                let page = setUp ? reader["/sign-in/factor?next=\(next)"] : reader["/sign-in/code?next=\(next)"]
                return .seeOther(page, cookie: cookie)
            }
        } catch SignInFailure.wrong {
            let wrong = [Wrong(field: "password", text: reader[.wrongPassword])]
            return draw(reader, email: email, next: next, kept: form["kept"], wrong)
        }
    }

    /// - Parameter kept: a form that waits for the sign-in.
    static func draw(
        _ reader: Reader, email: String = "", next: String, kept: String = "", _ wrong: [Wrong] = [],
        done: PageText? = nil, _ more: HTTPFields = [:]
    ) -> Response {
        reader.form(
            .signIn, wrong, .notSignedInYet, done: done, with: more, kept: KeptForm.field(kept, next: next),
            """
            \(reader.isFirst ? first(reader) : nil)
            <form class="card" method="post" action="\(to: reader["/sign-in"])">
              \(reader.field("email", .emailAddress, with: .email(email, "username")))
              \(reader.field("password", .password, wrong, with: """
                type="password" autocomplete="current-password" required
                """))
              \(KeptForm.field(kept, next: next) ?? KeptForm.next(next))
              <button>\(reader[.signIn])</button>
              <p><a href="\(to: reader["/forgotten"])">\(reader[.forgotten])</a></p>
            </form>
            \(reader.takesPatients ? register(reader) : "<p class=\"soft\">\(reader[.byInvitation])</p>")
            <p><a href="\(to: reader["/invitation"])">\(reader[.typeInvitation])</a></p>
            """)
    }

    /// What becomes of a clinic without any account, for the person who opens it first.
    private static func first(_ reader: Reader) -> HTML {
        """
        <section class="banner"><h2>\(reader[.noAccountYet])</h2><p>\(reader[.noAccountYetWhy])</p>\
        <p>\(reader[.noAccountYetThen])</p>\
        <p><a href="\(to: Link("/docs/get-started", of: .standard))">\(reader[.getStarted])</a></p></section>
        """
    }

    private static func register(_ reader: Reader) -> HTML {
        "<p><a href=\"\(to: reader["/register"])\">\(reader[.newAccount])</a></p>"
    }
}

extension UnauthenticatedCall {
    /// Begins a session in this browser. Its cookie has a new value, whatever the browser had before; the session of the
    /// value before ends.
    ///
    /// - Returns: the page to go on with, and the cookies.
    func enter(as signedIn: SignedIn, next: String) async throws -> (Link, HTTPFields) {
        let name = PageCookie.session(of: tenant.name)
        try await endSession(of: request.cookie(named: name))
        let own = Link("/home", of: tenant.name)
        return (Link(next: next, of: tenant.name, among: Route.pages) ?? own, cookies(signedIn, name))
    }

    private func cookies(_ signedIn: SignedIn, _ name: String) -> HTTPFields {
        var headers: HTTPFields = [:]
        for cookie in [
            PageCookie.set(name, signedIn.secret.text),
            PageCookie.set(PageCookie.challenge(of: tenant.name), "", for: 0),
            PageCookie.set(PageCookie.language, signedIn.account.details.language.rawValue),
        ] { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return headers
    }

    private func endSession(of cookie: String?) async throws {
        guard let cookie else { return }
        do throws(AuthenticationFailure) {
            let subject = try await tenancy.callers.holder(page: cookie)
            let caller = Caller(
                subject: subject, route: "sign-in", requestID: context.requestID, address: address?.description)
            try await end(caller)
        } catch .unknown {}
    }

    private func end(_ caller: Caller) async throws(AuthenticationFailure) {
        do { try await tenancy.ownAccount.signOut(by: caller) } catch {
            // It has ended meanwhile.
            guard case .store(let failure) = error else { return }
            throw .store(failure)
        }
    }
}
