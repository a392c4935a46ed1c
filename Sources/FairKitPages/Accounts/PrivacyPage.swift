import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// What patients decide about their record: what they agree to, who looked, the record as a file, and its end.
enum PrivacyPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let id = try page.ownRecord
        let view = try await page.tenancy.profiles.consents(of: id, in: page.reader.language, by: page.caller)
        let consents = view.consents
        let pending = try await ErasurePage.pending(page)
        let rows = Consent.allCases.map {
            reader.row(
                "/profile/consents/\($0.rawValue)", "\(reader[$0.title])", ["\(state($0, of: consents, reader))"])
        }
        let content: HTML = """
            \(pending.map { ErasurePage.banner($0, reader) })
            <section class="card"><h2>\(reader[.ownConsents])</h2><p class="soft">\(reader[.ownConsentsLead])</p>
            \(view.shown.map { shown in
                """
                <details class="more"><summary>\(reader[.ownNoticeShown])</summary>\(notice(shown))</details>
                """ as HTML
            })<ul class="list">\(rows)</ul></section>
            \(reader.links([
                ("/profile/accesses", .ownAccesses, reader[.ownAccessesWhy]),
                ("/profile/record", .ownRecord, reader[.ownRecordWhy]),
                ("/profile/erasure", .ownErasure, reader[.ownErasureWhy]),
            ]))
            """
        return OwnPage(title: .ownPrivacy, said: [.ownSaved, .ownErasureStopped]).show(page, content)
    }

    /// Whether the person agrees, and since when.
    static func state(_ consent: Consent, of consents: Consents, _ reader: Reader) -> String {
        guard let change = consents.changes[consent] else {
            return reader[consents[consent] ? .ownAgreedBefore : .ownNotAgreed]
        }
        let day = reader.language.text(of: reader.day(at: change.at))
        return reader[consents[consent] ? .ownAgreedSince : .ownNotAgreedSince, ["date": .text(day)]]
    }

    /// A notice, as the tenant wrote it.
    static func notice(_ notice: ConsentNotice) -> HTML {
        let lines = (notice.text ?? "").split(separator: "\n").map { "<p>\($0)</p>" as HTML }
        let link = Link(reading: notice).map { "<p><a href=\"\(to: $0)\">\(notice.url ?? "")</a></p>" as HTML }
        return "\(lines)\(link)"
    }
}

extension Consent {
    var title: PageText {
        switch self {
        case .clinicians: .ownConsentClinicians
        case .research: .ownConsentResearch
        case .partners: .ownConsentPartners
        }
    }

    var text: PageText {
        switch self {
        case .clinicians: .ownConsentCliniciansText
        case .research: .ownConsentResearchText
        case .partners: .ownConsentPartnersText
        }
    }
}

/// The page of one consent: its text, and a choice of two. Nothing is chosen for a person who was not asked yet.
enum ConsentPage {
    static func show(_ page: PageCall) async throws -> Response {
        let id = try page.ownRecord
        let consent = try page.call.parameter("consent") { Consent(rawValue: $0) }
        let view = try await page.tenancy.profiles.consents(of: id, in: page.reader.language, by: page.caller)
        return try await draw(page, consent, view, view.consents[consent])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let id = try page.ownRecord
        let consent = try page.call.parameter("consent") { Consent(rawValue: $0) }
        guard ["yes", "no"].contains(form["agree"]) else {
            let view = try await page.tenancy.profiles.consents(of: id, in: page.reader.language, by: page.caller)
            return try await draw(page, consent, view, nil, [Wrong(field: "agree", text: page.reader[.ownChooseOne])])
        }
        let (agrees, shown) = (form["agree"] == "yes", ConsentNoticeID(form["notice"]))
        _ = try await page.tenancy.profiles.change(id, expectedVersions: nil, by: page.caller) {
            (profile, _) throws(Invalid) in
            var details = profile.details
            details.consents[consent] = agrees
            details.consents.notice = shown ?? details.consents.notice
            return details
        }
        return .seeOther(page.reader["/profile/privacy?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func draw(
        _ page: PageCall, _ consent: Consent, _ view: ConsentsView, _ agrees: Bool?, _ wrong: [Wrong] = []
    ) async throws -> Response {
        let (reader, current) = (page.reader, view.current)
        let programme =
            consent == .partners
            ? try await page.tenancy.programmes.membership(of: try page.patient, by: page.caller)?.name : nil
        let then = view.consents.changes[consent]?.notice.flatMap { view.notices[$0] }
        let content: HTML = """
            <p class="lead">\(reader[consent.text])</p>
            <p>\(PrivacyPage.state(consent, of: view.consents, reader))</p>
            \(programme.map { "<p class=\"banner\">\(reader[.ownProgrammeConsent, ["programme": .text($0)]])</p>" as HTML })
            \(then.map { then in
                """
                <details class="more"><summary>\(reader[.ownNoticeThen])</summary>\(PrivacyPage.notice(then))</details>
                """ as HTML
            })
            \(current.map { current in
                "<section class=\"card\"><h2>\(reader[.ownNoticeNow])</h2>\(PrivacyPage.notice(current))</section>" as HTML
            })
            \(reader.card(to: "/profile/consents/\(consent.rawValue)"))
              \(current.map { "<input type=\"hidden\" name=\"notice\" value=\"\("\($0.id)")\">" as HTML })\
              \(reader.choices(
                "agree", .ownDoYouAgree, wrong, [("yes", "\(reader[.ownAgree])"), ("no", "\(reader[.ownDisagree])")],
                chosen: agrees.map { $0 ? "yes" : "no" }))
              <button>\(reader[.ownSave])</button>
            </form>
            """
        return OwnPage(title: consent.title, parent: ("/profile/privacy", .ownPrivacy), wrong: wrong).show(
            page, content)
    }
}
