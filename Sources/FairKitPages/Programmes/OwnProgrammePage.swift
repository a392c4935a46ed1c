import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The programme of a patient. They join it by its code in two steps, the second of which shows what the partner sees; and they
/// leave it at any time.
enum OwnProgrammePage {
    static func show(_ page: PageCall) async throws -> Response {
        let (id, programmes) = (try page.patient, page.tenancy.programmes)
        if let own = try await programmes.membership(of: id, by: page.caller) {
            return page.query("leave") == nil ? joined(own, page) : leaving(own, page)
        }
        guard let code = page.query("code") else { return ask(page, "", []) }
        // A browser writes a space in an address as a plus.
        return try await offer(page, String(code).replacing("+", with: " "), [])
    }

    static func join(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id, code) = (page.reader, try page.patient, form["code"])
        guard form["agree"] == "yes" else {
            return try await offer(page, code, [Wrong(field: "agree", text: reader[.ownProgrammeTick])])
        }
        do {
            _ = try await page.tenancy.programmes.join(
                id, code: code, notice: ConsentNoticeID(form["notice"]), by: page.caller)
        } catch {
            guard case .own(let failure) = error else { throw error }
            return ask(page, code, [Wrong(field: "code", text: reader[failure.text])])
        }
        return .seeOther(reader["/profile/programme?done=\(PageText.ownProgrammeJoined.rawValue)"])
    }

    static func leave(_ page: PageCall, _ form: Form) async throws -> Response {
        do { try await page.tenancy.programmes.leave(try page.patient, by: page.caller) } catch let refusal
            as Refusal<Never>
        {
            // They have left already.
            guard case .notFound = refusal else { throw refusal }
        }
        return .seeOther(page.reader["/profile/programme?done=\(PageText.ownProgrammeLeft.rawValue)"])
    }

    /// The first step. Its answer has the code in its address, since the code is no secret.
    private static func ask(_ page: PageCall, _ typed: String, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.ownProgrammeLead])</p>
            <form class="card" method="get" action="\(to: reader["/profile/programme"])">
              \(reader.field("code", .ownProgrammeCode, wrong, hint: .ownProgrammeCodeHint, with: """
                class="code medium" value="\(typed)" maxlength="40" autocapitalize="characters" autocomplete="off" spellcheck="false" required
                """))
              <div class="actions"><button>\(reader[.ownProgrammeLook])</button></div>
            </form>
            """
        return OwnPage(title: .ownProgramme, said: [.ownProgrammeLeft], wrong: wrong).show(page, content)
    }

    /// The second step: what the partner sees, what it never sees, and the consent.
    private static func offer(_ page: PageCall, _ code: String, _ wrong: [Wrong]) async throws -> Response {
        let (reader, id) = (page.reader, try page.patient)
        let found: ProgrammeOffer
        do { found = try await page.tenancy.programmes.offer(for: id, code: code, by: page.caller) } catch {
            guard case .own(let failure) = error else { throw error }
            return ask(page, code, [Wrong(field: "code", text: reader[failure.text])])
        }
        let partner: [String: TextTemplate.Value] = ["partner": .text(found.partner)]
        func list(_ title: PageText, _ items: [PageText]) -> HTML {
            """
            <section class="card"><h2>\(reader[title, partner])</h2><ul>\(items.map { "<li>\(reader[$0])</li>" as HTML })</ul></section>
            """
        }
        let notice = found.notice.map { notice -> HTML in
            "<section class=\"card\"><h2>\(reader[.ownNoticeNow])</h2>\(PrivacyPage.notice(notice))</section>"
        }
        let content: HTML = """
            <p class="lead">\(found.name)<br>\(found.partner)</p>
            \(list(.ownProgrammeSees, [.ownProgrammeSeesCounts, .ownProgrammeSeesFlags, .ownProgrammeSeesTen]))
            \(list(.ownProgrammeHides, [.ownProgrammeHidesName, .ownProgrammeHidesResults]))
            \(notice)
            \(reader.card(to: "/profile/programme"))
              <input type="hidden" name="code" value="\(code)">\
            \(found.notice.map { "<input type=\"hidden\" name=\"notice\" value=\"\("\($0.id)")\">" as HTML })
              \(reader.tick("agree", reader[.ownProgrammeAgree, partner], isOn: false))
              <div class="actions"><button>\(reader[.ownProgrammeJoin])</button></div>
            </form>
            """
        return OwnPage(title: .ownProgrammeJoin, parent: ("/profile/programme", .ownProgramme), wrong: wrong).show(
            page, content)
    }

    private static func joined(_ own: ProgrammeMembership, _ page: PageCall) -> Response {
        let reader = page.reader
        let day = reader.language.text(of: reader.day(at: own.joinedAt))
        let content: HTML = """
            <section class="card"><h2>\(own.name)</h2><p>\(own.partner)</p>
            <p class="soft">\(reader[.ownProgrammeSince, ["date": .text(day)]])</p><p>\(reader[.ownProgrammeOnlyOne])</p>
            <p class="actions">\(reader.button("/profile/programme?leave=yes", .ownProgrammeLeave))</p></section>
            """
        return OwnPage(title: .ownProgramme, said: [.ownProgrammeJoined]).show(page, content)
    }

    /// Says what leaving does, before it is done.
    private static func leaving(_ own: ProgrammeMembership, _ page: PageCall) -> Response {
        let reader = page.reader
        let content: HTML = """
            \(reader.card(to: "/profile/programme/leave"))
              <h2>\(own.name)</h2><p>\(reader[.ownProgrammeLeaveWhy])</p>
              <div class="actions"><button class="danger">\(reader[.ownProgrammeLeave])</button></div>
            </form>
            """
        return OwnPage(title: .ownProgrammeLeave, parent: ("/profile/programme", .ownProgramme)).show(page, content)
    }
}

extension JoinFailure {
    fileprivate var text: PageText {
        switch self {
        case .unknownCode: .ownProgrammeUnknown
        case .closed: .ownProgrammeOver
        case .inAnother: .ownProgrammeOther
        }
    }
}
