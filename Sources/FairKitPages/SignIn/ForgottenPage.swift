import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where people ask for a new password. It says the same whether the account exists or not.
enum ForgottenPage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        return draw(reader)
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        do { try await call.tenancy.signIns.askForNewPassword(form["email"], from: call.origin) } catch .invalid {
            let wrong = [Wrong(field: "email", text: reader[.wrongAddressForm])]
            return draw(reader, email: form["email"], wrong)
        }
        return Document(title: reader[.checkMail], content: "<p class=\"lead\">\(reader[.mailed])</p>").response(
            to: reader)
    }

    private static func draw(_ reader: Reader, email: String = "", _ wrong: [Wrong] = []) -> Response {
        reader.form(
            .forgotten, wrong, .notSent,
            """
            <p class="lead">\(reader[.forgottenLead])</p>
            <form class="card" method="post" action="\(to: reader["/forgotten"])">
              \(reader.field("email", .emailAddress, wrong, with: .email(email, "username")))
              <button>\(reader[.sendLink])</button>
              <p><a href="\(to: reader["/sign-in"])">\(reader[.signIn])</a></p>
            </form>
            """)
    }
}

/// Ends the session of this browser, and what the browser kept of its pages. Cookies of other tenants stay.
enum SignOut {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        try await page.tenancy.ownAccount.signOut(by: page.caller)
        var headers: HTTPFields = [.setCookie: PageCookie.set(PageCookie.session(of: page.reader.tenant), "", for: 0)]
        if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
        return .seeOther(page.reader["/sign-in?done=\(PageText.signedOut.rawValue)"], headers)
    }
}
