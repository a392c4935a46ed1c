import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The pages behind the links in mails by which people choose a password: an invitation, and a forgotten password.
///
/// The secret stands behind `#`, so no request carries it before its reader asks: the script fills it in, or the reader pastes
/// the link. What opens the page and presses its buttons types no password, and uses nothing up. See decision 0161.
struct ChoosePage: Sendable {
    /// `.invitation` or `.reset`.
    let kind: NoticeKind
    private var isReset: Bool { kind == .reset }

    func show(_ call: UnauthenticatedCall) async throws -> Response { ask(try await Reader(call)) }

    func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        // People paste the whole link, or what stands behind its `#`.
        let secret = String((form.text("link") ?? "").split(separator: "#").last ?? "")
        guard !secret.isEmpty else { return ask(reader, [Wrong(field: "link", text: reader[.mailedLinkHint])]) }
        do {
            return try await call.counting(secret) { signIns in
                let link = try await signIns.show(link: secret)
                guard link.invitation.kind == kind else { throw ChoosePasswordFailure.otherKind }
                guard form["do"] == "choose" else { return choose(reader, link, secret) }
                let wrong = NewPassword.wrong(form, of: link.invitation.email, reader, by: secret)
                guard wrong.isEmpty else { return choose(reader, link, secret, wrong) }
                let password = form["newPassword"]
                if isReset {
                    try await signIns.resetPassword(secret, password: password, from: call.origin)
                } else {
                    _ = try await signIns.confirm(secret, password: password, profile: nil, from: call.origin)
                }
                let done = isReset ? PageText.passwordChosen : .accountMade
                return .seeOther(reader["/sign-in?done=\(done.rawValue)"])
            }
        } catch let failure as ChoosePasswordFailure {
            switch failure {
            case .unknown, .otherKind:
                return ask(reader, [Wrong(field: "link", text: reader[isReset ? .deadReset : .deadInvitation])])
            default: throw failure
            }
        }
    }

    /// Asks for the link. The script fills it in, and goes on.
    private func ask(_ reader: Reader, _ wrong: [Wrong] = []) -> Response {
        draw(
            reader, wrong,
            """
            <form class="card" method="post" action="\(to: reader["/\(kind.rawValue)"])">
              \(reader.field("link", .mailedLink, wrong, hint: .mailedLinkHint, with: """
                data-fragment autocomplete="off" autocapitalize="none" spellcheck="false" required
                """))
              <button>\(reader[.goOn])</button>
            </form>
            <p><a href="\(to: reader["/sign-in"])">\(reader[.signIn])</a></p>
            \(isReset ? "<p><a href=\"\(to: reader["/forgotten"])\">\(reader[.forgotten])</a></p>" as HTML : nil)
            """)
    }

    private func choose(_ reader: Reader, _ link: MailedLink, _ secret: String, _ wrong: [Wrong] = []) -> Response {
        let role = (link.invitation.role?.name ?? .patient).ownText
        let facts: HTML = """
            <dt>\(reader[.invitedBy])</dt><dd>\(link.tenant.text)</dd>
            <dt>\(reader[.invitedRole])</dt><dd>\(reader[role])</dd>
            """
        return draw(
            reader, wrong,
            """
            <form class="card" method="post" action="\(to: reader["/\(kind.rawValue)"])">
              <dl class="facts">\(isReset ? nil : facts)
              <dt>\(reader[.emailAddress])</dt><dd>\(link.invitation.email.description)</dd></dl>
              <input type="hidden" name="link" value="\(secret)">
              \(ProvePage.user(link.invitation.email))
              \(NewPassword.fields(reader, wrong))
              <button name="do" value="choose">\(reader[isReset ? .setPassword : .acceptInvitation])</button>
            </form>
            """)
    }

    private func draw(_ reader: Reader, _ wrong: [Wrong], _ content: HTML) -> Response {
        let lead = reader[isReset ? .newPasswordLead : .invitationLead]
        return reader.form(
            isReset ? .chooseNewPassword : .invitation, wrong, .ownNotSaved, "<p class=\"lead\">\(lead)</p>\(content)")
    }
}

/// A password that a person chooses, typed twice.
enum NewPassword {
    /// - Parameter secret: of the link; a password must not contain it.
    static func wrong(_ form: Form, of email: MailAddress, _ reader: Reader, by secret: String) -> [Wrong] {
        do throws(ChosenPassword.Refused) {
            _ = try ChosenPassword(form["newPassword"], of: email, in: reader.tenant, by: secret)
        } catch { return [Wrong(field: "newPassword", text: reader[error.text])] }
        guard form["newPassword"] == form["again"] else {
            return [Wrong(field: "again", text: reader[.ownPasswordsDiffer])]
        }
        return []
    }

    static func fields(_ reader: Reader, _ wrong: [Wrong]) -> HTML {
        """
        \(reader.field("newPassword", .ownNewPassword, wrong, hint: .ownPasswordHint, with: .password("new-password")))
        \(reader.field("again", .ownPasswordAgain, wrong, with: .password("new-password")))
        """
    }
}
