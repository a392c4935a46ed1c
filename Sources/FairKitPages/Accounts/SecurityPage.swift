import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// How a person signs in, and where they are signed in.
enum SecurityPage {
    static func show(_ page: PageCall) -> Response {
        let reader = page.reader
        guard let own = reader.own else { return .seeOther(reader["/sign-in"]) }
        let since = own.account.secondFactorSince.map { reader.language.text(of: $0.date()) }
        return OwnPage(
            title: .ownSecurity,
            said: [.ownPasswordChanged, .ownFactorRemoved, .ownFactorSet, .ownSessionEnded, .ownEmailChanged]
        ).show(
            page,
            reader.links([
                (
                    "/profile/password", .ownChangePassword,
                    reader[.ownPasswordSince, ["date": .text(reader.language.text(of: own.account.passwordAt.date()))]]
                ),
                (
                    "/profile/factor", .factor,
                    since.map { reader[.ownFactorSince, ["date": .text($0)]] } ?? reader[.ownFactorOff]
                ),
                ("/profile/sessions", .ownSessions, reader[.ownSessionsWhy]),
                ("/profile/devices", .ownDevices, reader[.ownDevicesWhy]),
                ("/profile/email", .ownChangeEmail, own.account.email.description),
            ]))
    }
}

/// The page where people change their password.
enum PasswordPage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, proof) = (page.reader, TypedProof(form, page.reader))
        var wrong = proof.wrong
        if form["newPassword"].isEmpty {
            wrong.append(Wrong(field: "newPassword", text: reader[.ownPasswordShort]))
        } else if form["newPassword"] != form["again"] {
            wrong.append(Wrong(field: "again", text: reader[.ownPasswordsDiffer]))
        }
        guard wrong.isEmpty else { return draw(page, wrong) }
        do {
            try await page.tenancy.ownAccount.changePassword(
                from: proof.password, to: form["newPassword"], code: proof.code, by: page.caller)
            return .seeOther(reader["/profile/security?done=\(PageText.ownPasswordChanged.rawValue)"])
        } catch { return draw(page, [try error.wrong(reader)]) }
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.ownPasswordLead])</p>
            \(reader.card(to: "/profile/password"))
              \(TypedProof.fields(reader, wrong))
              \(NewPassword.fields(reader, wrong))
              <button>\(reader[.ownChangePassword])</button>
            </form>
            """
        return OwnPage(title: .ownChangePassword, parent: ("/profile/security", .ownSecurity), wrong: wrong).show(
            page, content)
    }
}
