import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page that asks for the code of the second factor.
enum CodePage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        guard call.request.cookie(named: PageCookie.challenge(of: reader.tenant)) != nil else {
            return .seeOther(reader["/sign-in"])
        }
        return draw(reader, next: call.query("next") ?? "")
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        guard let secret = call.request.cookie(named: PageCookie.challenge(of: reader.tenant)) else {
            throw SignInFailure.challengeUnknown
        }
        let code = SecondFactorCode(typed: form["code"]) ?? .oneTime("")
        do {
            let answered = try await call.counting(secret) { signIns in
                try await signIns.answer(secret, code, from: call.origin, for: .page)
            }
            guard let signedIn = answered.signedIn else { throw SignInFailure.challengeUnknown }
            guard let codes = answered.backupCodes else { return try await call.goOn(signedIn, form, reader) }
            let (next, cookies) = try await call.enter(as: signedIn, next: form["next"])
            let kept = KeptForm(form["kept"], call)
            return FactorPage.codes(
                codes, reader, to: next, cookies, kept: kept?.ask(signedIn, reader, or: next, call))
        } catch SignInFailure.wrongCode {
            let wrong = [Wrong(field: "code", text: reader[.wrongCode])]
            return draw(reader, next: form["next"], kept: form["kept"], wrong)
        }
    }

    static func draw(
        _ reader: Reader, next: String, kept: String = "", _ wrong: [Wrong] = [], _ more: HTTPFields = [:]
    ) -> Response {
        reader.form(
            .oneMoreStep, wrong, .notSignedInYet, with: more, kept: KeptForm.field(kept, next: next, step: "code"),
            isTold: false,
            form(reader, next: next, kept: kept, wrong: wrong))
    }

    static func form(_ reader: Reader, next: String, kept: String = "", wrong: [Wrong] = []) -> HTML {
        """
        <form class="card" method="post" action="\(to: reader["/sign-in/code"])">
          \(reader.field("code", .code, wrong, hint: .codeHint, with: .oneTimeCode))
          \(KeptForm.field(kept, next: next) ?? KeptForm.next(next))
          <button>\(reader[.goOn])</button>
          <p><a href="\(to: reader["/sign-in"])">\(reader[.signInAnew])</a></p>
        </form>
        """
    }
}
