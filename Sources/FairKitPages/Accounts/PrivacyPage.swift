import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// What patients decide about their record: what they agree to, who looked, the record as a file, and its end.
enum PrivacyPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        guard let id = reader.ownRecord else { throw Problem.notFound }
        let view = try await page.tenancy.profiles.consents(of: id, by: page.caller)
        let consents = view.consents
        let pending = try await ErasurePage.pending(page)
        let rows = Consent.allCases.map { consent -> HTML in
            """
            <li><a href="\(to: reader["/profile/consents/\(consent.rawValue)"])"><span class="name">\
            <b>\(reader[consent.title])</b><span>\(reader[consents[keyPath: consent.path] ? .ownAgreed : .ownNotAgreed])</span>\
            </span></a></li>

            """
        }
        return OwnPage(title: .ownPrivacy, said: [.ownSaved, .ownErasureStopped]).show(
            page,
            """
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
            """)
    }

    /// A notice, as the tenant wrote it.
    static func notice(_ notice: ConsentNotice) -> HTML {
        let lines = (notice.text ?? "").split(separator: "\n").map { "<p>\($0)</p>" as HTML }
        let link = Link(reading: notice).map { "<p><a href=\"\(to: $0)\">\(notice.url ?? "")</a></p>" as HTML }
        return "\(lines)\(link)"
    }
}

/// One of the consents of a record.
enum Consent: String, CaseIterable {
    case clinicians, research, partners

    var path: WritableKeyPath<Consents, Bool> {
        switch self {
        case .clinicians: \.clinicians
        case .research: \.research
        case .partners: \.partners
        }
    }

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
        guard let id = page.reader.ownRecord else { throw Problem.notFound }
        let consent = try page.call.parameter("consent") { Consent(rawValue: $0) }
        let view = try await page.tenancy.profiles.consents(of: id, by: page.caller)
        return draw(page, consent, view.current, view.consents[keyPath: consent.path])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        guard let id = page.reader.ownRecord else { throw Problem.notFound }
        let consent = try page.call.parameter("consent") { Consent(rawValue: $0) }
        guard ["yes", "no"].contains(form["agree"]) else {
            let current = try await page.tenancy.profiles.consents(of: id, by: page.caller).current
            return draw(page, consent, current, nil, [Wrong(field: "agree", text: page.reader[.ownChooseOne])])
        }
        let (agrees, shown) = (form["agree"] == "yes", ConsentNoticeID(form["notice"]))
        _ = try await page.tenancy.profiles.change(id, expectedVersions: nil, by: page.caller) {
            (profile, _) throws(Invalid) in
            var details = profile.details
            details.consents[keyPath: consent.path] = agrees
            details.consents.notice = shown ?? details.consents.notice
            return details
        }
        return .seeOther(page.reader["/profile/privacy?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func draw(
        _ page: PageCall, _ consent: Consent, _ current: ConsentNotice?, _ agrees: Bool?, _ wrong: [Wrong] = []
    ) -> Response {
        let reader = page.reader
        return OwnPage(title: consent.title, parent: ("/profile/privacy", .ownPrivacy), wrong: wrong).show(
            page,
            """
            <p class="lead">\(reader[consent.text])</p>
            \(current.map { current in
                "<section class=\"card\"><h2>\(reader[.ownNoticeNow])</h2>\(PrivacyPage.notice(current))</section>" as HTML
            })
            <form class="card" method="post" action="\(to: reader["/profile/consents/\(consent.rawValue)"])">
              \(Shell.token(reader))
              \(current.map { "<input type=\"hidden\" name=\"notice\" value=\"\("\($0.id)")\">" as HTML })\
              \(reader.choices(
                "agree", .ownDoYouAgree, wrong, [("yes", "\(reader[.ownAgree])"), ("no", "\(reader[.ownDisagree])")],
                chosen: agrees.map { $0 ? "yes" : "no" }))
              <button>\(reader[.ownSave])</button>
            </form>
            """)
    }
}
