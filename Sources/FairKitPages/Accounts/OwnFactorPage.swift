import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The second factor of a signed-in person: set up, moved to another app, its backup codes, and switched off.
enum OwnFactorPage {
    static func show(_ page: PageCall) -> Response { draw(page, chosen: nil, []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, proof, account) = (page.reader, TypedProof(form, page.reader), page.tenancy.ownAccount)
        var wrong = proof.wrong
        let allowed = reader.hasFactor ? ["app", "codes"] + (reader.isFactorFixed ? [] : ["off"]) : ["app"]
        if !allowed.contains(form["do"]) {
            wrong.insert(Wrong(field: "do", text: reader[.ownChooseOne]), at: 0)
        }
        guard wrong.isEmpty else { return draw(page, chosen: form["do"], wrong) }
        do {
            switch form["do"] {
            case "app":
                let begun = try await account.setUpSecondFactor(
                    password: proof.password, code: proof.code, by: page.caller)
                return setUp(page, begun, [])
            case "codes":
                let codes = try await account.renewBackupCodes(
                    password: proof.password, code: proof.code, by: page.caller)
                return FactorPage.codes(codes, reader, to: reader["/profile/security"], [:])
            default:
                try await account.removeSecondFactor(password: proof.password, code: proof.code, by: page.caller)
                return .seeOther(reader["/profile/security?done=\(PageText.ownFactorRemoved.rawValue)"])
            }
        } catch { return draw(page, chosen: form["do"], [try error.wrong(reader)]) }
    }

    /// Takes the first code of an app that is being set up.
    static func confirm(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, secret) = (page.reader, page.request.cookie(named: PageCookie.challenge(of: page.reader.tenant)))
        guard let secret else { return draw(page, chosen: nil, [Wrong(field: "do", text: reader[.ownFactorAgain])]) }
        let code = form["appCode"].filter { !$0.isWhitespace }
        do {
            guard !code.isEmpty else { throw SignInFailure.wrongCode }
            let answered = try await page.unauthenticated.counting(secret) { signIns in
                try await signIns.answer(secret, .oneTime(code), from: page.call.origin)
            }
            let gone: HTTPFields = [
                .setCookie: PageCookie.set(PageCookie.challenge(of: reader.tenant), "", for: 0)
            ]
            let next = reader["/profile/security?done=\(PageText.ownFactorSet.rawValue)"]
            return FactorPage.codes(answered.backupCodes ?? [], reader, to: next, gone)
        } catch SignInFailure.wrongCode {
            return setUp(page, nil, [Wrong(field: "appCode", text: reader[.ownWrongAppCode])])
        }
    }

    /// - Parameter begun: nil: the picture was shown before. The app has the secret, and it is not shown again.
    private static func setUp(_ page: PageCall, _ begun: BegunFactor?, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        var answer = OwnPage(title: .factor, parent: ("/profile/factor", .factor), wrong: wrong).show(
            page,
            """
            \(begun.map { FactorPage.shown($0, reader) })
            \(reader.card(to: "/profile/factor/code"))
              \(reader.field("appCode", .code, wrong, with: .oneTimeCode))
              <button>\(reader[.goOn])</button>
            </form>
            """)
        if let begun {
            answer.headers.append(
                HTTPField(
                    name: .setCookie,
                    value: PageCookie.set(
                        PageCookie.challenge(of: reader.tenant), begun.challenge.text,
                        for: Int(Challenge.lifetime.components.seconds))))
        }
        return answer
    }

    private static func draw(_ page: PageCall, chosen: String?, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        var choices: [(value: String, text: HTML)] = [
            ("app", "<b>\(reader[reader.hasFactor ? .ownFactorMove : .ownFactorSetUp])</b>")
        ]
        if reader.hasFactor {
            let left = reader[.ownCodesLeft, ["count": .number(reader.own?.backupCodesLeft ?? 0)]]
            choices.append(("codes", "<b>\(reader[.ownFactorCodes])</b><span>\(left)</span>"))
            if !reader.isFactorFixed { choices.append(("off", "<b>\(reader[.ownFactorOffNow])</b>")) }
        }
        let content: HTML = """
            <p class="lead">\(reader[.ownFactorLead])</p>
            \(reader.card(to: "/profile/factor"))
              \(reader.choices("do", .ownWhatToDo, wrong, choices, chosen: chosen ?? (choices.count == 1 ? "app" : nil)))
              \(TypedProof.fields(reader, wrong))
              <button>\(reader[.goOn])</button>
            </form>
            """
        return OwnPage(title: .factor, parent: ("/profile/security", .ownSecurity), wrong: wrong).show(page, content)
    }
}

extension Reader {
    /// Whether the role needs a second factor.
    fileprivate var isFactorFixed: Bool { role?.needsSecondFactor ?? true }
}
