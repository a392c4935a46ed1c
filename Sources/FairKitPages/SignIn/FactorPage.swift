import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import QRCode

/// The page where a person sets up their second factor, because their role needs one. The secret is shown by a form's answer,
/// so that no link and no prefetch draws another one.
enum FactorPage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        return draw(reader, next: call.query("next") ?? "")
    }

    /// - Parameter kept: a form that waits for the sign-in.
    static func draw(_ reader: Reader, next: String, kept: String = "", _ more: HTTPFields = [:]) -> Response {
        let content: HTML = """
            <p class="lead">\(reader[.factorLead])</p>
            <form class="card" method="post" action="\(to: reader["/sign-in/factor"])">
              \(KeptForm.field(kept, next: next) ?? KeptForm.next(next))
              <button>\(reader[.setUpFactor])</button>
            </form>
            """
        let waiting = KeptForm.field(kept, next: next, step: "factor")
        return Document(title: reader[.factor], kept: waiting, content: content).response(to: reader, more)
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        guard let secret = call.request.cookie(named: PageCookie.challenge(of: reader.tenant)) else {
            throw SignInFailure.challengeUnknown
        }
        let begun = try await call.counting(secret) { try await $0.setUpSecondFactor(secret) }
        let content: HTML = """
            \(shown(begun, reader))
            \(CodePage.form(reader, next: form["next"], kept: form["kept"]))
            """
        let waiting = KeptForm.field(form["kept"], next: form["next"], step: "factor")
        return Document(title: reader[.factor], kept: waiting, content: content).response(to: reader)
    }

    /// What the app reads, which is shown once.
    static func shown(_ begun: BegunFactor, _ reader: Reader) -> HTML {
        """
        <p class="lead">\(reader[.factorScan])</p>
        <section class="card secret">
          <h2>\(reader[.factorSecret])</h2>
          \(QRCode(begun.uri).map { HTML(drawing: $0) })
          <p><span class="code">\(begun.secret)</span></p>
          <p><a href="\(to: Link(settingUp: begun))">\(reader[.factorOpenApp])</a></p>
        </section>
        """
    }

    /// The backup codes, which are shown once.
    ///
    /// - Parameter kept: asks about the form that waited for the sign-in.
    static func codes(
        _ codes: [BackupCode], _ reader: Reader, to next: Link, _ cookies: HTTPFields, kept: Document? = nil
    ) -> Response {
        let goOn: HTML = "<p><a class=\"button\" href=\"\(to: next)\">\(reader[.goOn])</a></p>"
        let content: HTML = """
            <p class="lead">\(reader[.backupLead])</p>
            <section class="card">
              <h2>\(reader[.backupCodes])</h2>
              <ul>\(codes.map { "<li><span class=\"code\">\($0.text)</span></li>" as HTML })</ul>
              \(kept == nil ? goOn : nil)
            </section>
            \(kept.map { "<section class=\"card\"><h2>\($0.title)</h2>\($0.content)</section>" as HTML })
            """
        return Document(title: reader[.backupCodes], offersLanguages: false, content: content).response(
            to: reader, cookies)
    }
}
