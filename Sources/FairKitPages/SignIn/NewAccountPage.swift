import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where a patient who has proven their address says who they are and what they agree to, and chooses a password.
/// Before it, nothing is stored about them.
enum NewAccountPage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        do {
            return draw(reader, try await call.tenancy.signIns.show(link: proof(call)), TypedDetails(), nil, [])
        } catch {
            guard case .unknown = error else { throw error }
            return .seeOther(reader["/register"])
        }
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let (reader, typed, proof) = (try await Reader(call), TypedDetails(form), proof(call))
        let forgotten = PageCookie.set(PageCookie.registration(of: reader.tenant), "", for: 0)
        do {
            let link = try await call.tenancy.signIns.show(link: proof)
            var wrong = typed.wrong(reader, registers: true) + unanswered(form, reader)
            wrong += NewPassword.wrong(form, of: link.invitation.email, reader, by: proof)
            guard wrong.isEmpty else { return draw(reader, link, typed, form, wrong) }
            do {
                let details = typed.applied(to: details(form, reader, link, call))
                _ = try await call.counting(proof) { signIns in
                    try await signIns.confirm(proof, password: form["newPassword"], profile: details, from: call.origin)
                }
            } catch ChoosePasswordFailure.invalid(let invalid) {
                return draw(reader, link, typed, form, TypedDetails.wrong(invalid, reader))
            }
            return try await enter(call, reader, link.invitation.email, form["newPassword"], forgotten)
        } catch ChoosePasswordFailure.unknown {
            // A second press, a registration that was closed meanwhile, or a mail that has expired.
            return .seeOther(
                reader["/sign-in?done=\(PageText.registrationOver.rawValue)"], cookie: forgotten)
        }
    }

    private static func proof(_ call: UnauthenticatedCall) -> String {
        call.request.cookie(named: PageCookie.registration(of: call.tenant.name)) ?? ""
    }

    private static func unanswered(_ form: Form, _ reader: Reader) -> [Wrong] {
        Consent.allCases.filter { !["yes", "no"].contains(form[$0.rawValue]) }.map {
            Wrong(field: $0.rawValue, text: "\(reader[$0.title]): \(reader[.ownChooseOne])")
        }
    }

    /// What is not typed. A browser may use a name of its time zone that the server does not know.
    private static func details(
        _ form: Form, _ reader: Reader, _ link: MailedLink, _ call: UnauthenticatedCall
    ) -> ProfileDetails {
        var consents = Consents(notice: ConsentNoticeID(form["notice"]) ?? link.notice(in: reader.language)?.id)
        for consent in Consent.allCases { consents[consent] = form[consent.rawValue] == "yes" }
        return ProfileDetails(
            givenName: "", familyName: "", birthDate: call.tenancy.now().date(), sex: .unknown, email: nil, phone: nil,
            language: reader.language, timeZone: call.tenancy.signIns.knows(zone: form["zone"]) ? form["zone"] : "UTC",
            knownGenotype: nil, identifiers: [], consents: consents)
    }

    /// Signs the person in, who has just chosen the password. Whatever keeps them from it, they may sign in by themselves.
    private static func enter(
        _ call: UnauthenticatedCall, _ reader: Reader, _ email: MailAddress, _ password: String, _ forgotten: String
    ) async throws -> Response {
        guard case .signedIn(let signedIn) = try? await call.signIn(email: "\(email)", password: password, for: .page)
        else {
            return .seeOther(reader["/sign-in?done=\(PageText.accountMade.rawValue)"], cookie: forgotten)
        }
        var (home, cookies) = try await call.enter(as: signedIn, next: "")
        cookies.append(HTTPField(name: .setCookie, value: forgotten))
        return .seeOther(home, cookies)
    }

    /// Each consent is asked by itself, and nothing is chosen before.
    private static func draw(
        _ reader: Reader, _ link: MailedLink, _ typed: TypedDetails, _ form: Form?, _ wrong: [Wrong]
    ) -> Response {
        let consents = Consent.allCases.map { consent -> HTML in
            reader.choices(
                consent.rawValue, consent.title, about: consent.text, wrong,
                [("yes", "\(reader[.ownAgree])"), ("no", "\(reader[.ownDisagree])")], chosen: form?[consent.rawValue])
        }
        return reader.form(
            .newAccount, wrong, .notMadeYet,
            """
            <p class="lead">\(reader[.addressProven, ["email": .text(link.invitation.email.description)]])</p>
            <form method="post" action="\(to: reader["/register/details"])">
              <input type="hidden" name="zone" value="UTC" data-own-zone>
              <section class="card"><h2>\(reader[.aboutYou])</h2>\(typed.person(for: reader, wrong))</section>
              <section class="card"><h2>\(reader[.ownConsents])</h2><p>\(reader[.ownConsentsLead])</p>
              \(link.notice(in: reader.language).map { notice($0, of: link.tenant, reader) })\(consents)</section>
              <section class="card"><h2>\(reader[.choosePassword])</h2>\(ProvePage.user(link.invitation.email))
              \(NewPassword.fields(reader, wrong))</section>
              <button>\(reader[.makeAccount])</button>
            </form>
            """)
    }

    /// What the tenant has to say before a person agrees.
    private static func notice(_ notice: ConsentNotice, of tenant: DisplayName, _ reader: Reader) -> HTML {
        let paragraphs = (notice.text ?? "").split(separator: "\n").map { "<p>\($0)</p>" as HTML }
        let link = Link(reading: notice).map { link -> HTML in
            let words = reader[.privacyNotice, ["name": .text(tenant.text)]]
            return "<p><a href=\"\(to: link)\" rel=\"noreferrer\">\(words)</a></p>"
        }
        return "\(paragraphs)\(link)<input type=\"hidden\" name=\"notice\" value=\"\("\(notice.id)")\">"
    }
}
