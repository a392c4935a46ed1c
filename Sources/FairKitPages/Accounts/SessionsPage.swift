import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Where a person is signed in. Another session ends by the password, so that a thief of one can't end the owner's.
enum SessionsPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, chosen: nil, []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, chosen) = (page.reader, form["session"])
        let proof = TypedProof(form, reader, needsCode: false)
        let session = SessionID(chosen)
        var wrong = proof.wrong
        if chosen != "others", session == nil {
            wrong.insert(Wrong(field: "session", text: reader[.ownChooseSession]), at: 0)
        }
        guard wrong.isEmpty else { return try await draw(page, chosen: chosen, wrong) }
        do {
            if let session {
                try await page.tenancy.ownAccount.endSession(session, password: proof.password, by: page.caller)
            } else {
                try await page.tenancy.ownAccount.endOtherSessions(password: proof.password, by: page.caller)
            }
        } catch {
            // Another one may have ended meanwhile.
            guard case .notFound = error else {
                return try await draw(page, chosen: chosen, [try error.wrong(reader)])
            }
        }
        return .seeOther(reader["/profile/sessions?done=\(PageText.ownSessionEnded.rawValue)"])
    }

    private static func draw(_ page: PageCall, chosen: String?, _ wrong: [Wrong]) async throws -> Response {
        let reader = page.reader
        let sessions = try await page.tenancy.ownAccount.sessions(by: page.caller)
        let others = sessions.filter { !$0.isCurrent }
        let own = sessions.filter(\.isCurrent).map { "<p class=\"parted\">\(words($0, reader))</p>" as HTML }
        let rows =
            [("others", "<b>\(reader[.ownAllOthers])</b>" as HTML)]
            + others.map { ("\($0.session.id)", words($0, reader)) }
        let form: HTML = """
            \(reader.card(to: "/profile/sessions"))
              \(reader.choices("session", .ownOtherSessions, wrong, rows, chosen: chosen))
              \(TypedProof.fields(reader, wrong, needsCode: false))
              <button class="danger">\(reader[.ownEndSession])</button>
            </form>
            """
        let content: HTML = """
            <section class="card"><h2>\(reader[.ownThisSession])</h2>\(own)</section>
            \(others.isEmpty ? "<p class=\"lead\" id=\"session\">\(reader[.ownNoOthers])</p>" : form)
            """
        return OwnPage(
            title: .ownSessions, parent: ("/profile/security", .ownSecurity), said: [.ownSessionEnded], wrong: wrong
        ).show(page, content)
    }

    /// The device, where it is, and when it was used. The name of the browser is what it says it is.
    private static func words(_ view: SessionView, _ reader: Reader) -> HTML {
        let (session, device) = (view.session, Device(view.session.client ?? ""))
        let name =
            device.browser.map { browser in
                device.system.map { reader[.ownDeviceOn, ["browser": .text(browser), "system": .text($0)]] } ?? browser
            } ?? device.system ?? reader[.ownOtherDevice]
        return """
            <b>\(name)</b><span>\(reader[.ownLastUsed]) \(reader.moment(session.usedAt))\
            \(session.address.map { ", \(reader[.ownFromAddress]) \($0)" as HTML })</span>
            """
    }

    private struct Device {
        let browser: String?
        let system: String?

        /// The first name counts: a browser names those that it resembles, too.
        init(_ client: String) {
            func first(_ names: [(String, String)]) -> String? { names.first { client.contains($0.0) }?.1 }
            browser = first([
                ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
                ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"), ("curl", "curl"),
            ])
            system = first([
                ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
                ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
            ])
        }
    }
}
