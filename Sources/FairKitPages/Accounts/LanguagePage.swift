import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The language of pages and messages, the zone of their times, and whether pages are light or dark.
enum LanguagePage {
    static func show(_ page: PageCall) -> Response { draw(page, []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (language, zone) = (page.reader.language(form["language"]), form["timeZone"].trimmed)
        var wrong: [Wrong] = []
        if language == nil { wrong.append(Wrong(field: "language", text: page.reader[.ownChooseOne])) }
        if zone.isEmpty { wrong.append(Wrong(field: "timeZone", text: page.reader[.ownTypeZone])) }
        if let language, wrong.isEmpty {
            do {
                try await set(zone: zone, language, page)
                return .seeOther(page.reader["/profile/language?done=\(PageText.ownSaved.rawValue)"])
            } catch let refused as Invalid { wrong = TypedDetails.wrong(refused, page.reader) }
        }
        return draw(page, wrong, language: form["language"], zone: form["timeZone"])
    }

    /// The languages at the foot of each page: the page stays the same.
    static func choose(_ page: PageCall, _ form: Form) async throws -> Response {
        guard let language = page.reader.language(form["language"]) else {
            return draw(page, [Wrong(field: "language", text: page.reader[.ownChooseOne])])
        }
        try await set(zone: nil, language, page)
        let here = Link(next: page.request.formPage, of: page.reader.tenant, among: Route.pages)
        return .seeOther(
            here ?? page.reader["/home"], cookie: PageCookie.set(PageCookie.language, language.rawValue))
    }

    /// A patient's zone and language are those of the record, too: dates of tests and documents follow them.
    ///
    /// - Parameter zone: nil: it stays.
    private static func set(zone: String?, _ language: Language, _ page: PageCall) async throws {
        do {
            if let id = page.reader.ownRecord {
                _ = try await page.tenancy.profiles.change(id, expectedVersions: nil, by: page.caller) {
                    (profile, _) throws(Invalid) in
                    var details = profile.details
                    (details.timeZone, details.language) = (zone ?? details.timeZone, language)
                    return details
                }
            }
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            throw invalid
        }
        do {
            var chosen = try await page.tenancy.preferences.show(by: page.caller).chosen
            if let zone, page.reader.ownRecord == nil || chosen.timeZone != nil {
                chosen.timeZone = zone
                _ = try await page.tenancy.preferences.set(chosen, found: Faults(), by: page.caller)
            }
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            throw invalid
        }
        _ = try await page.tenancy.ownAccount.change(found: Faults(), by: page.caller) { $0.language = language }
    }

    /// - Parameters:
    ///   - language: as it was chosen; nil: the stored one.
    ///   - zone: as it was typed; nil: the stored one.
    static func draw(_ page: PageCall, _ wrong: [Wrong], language: String? = nil, zone: String? = nil) -> Response {
        let reader = page.reader
        let (language, zone) = (language ?? reader.language.rawValue, zone ?? reader.own?.zone ?? "UTC")
        let names: [(value: String, text: HTML)] = reader.languages.map {
            ($0.rawValue, "<b lang=\"\($0.rawValue)\">\($0.ownName)</b>" as HTML)
        }
        let content: HTML = """
            \(reader.card(to: "/profile/language"))
              \(reader.choices("language", .languages, wrong, names, chosen: language))
              \(reader.field("timeZone", .ownTimeZone, wrong, hint: .ownTimeZoneHint, with: """
                class="medium" value="\(zone)" autocapitalize="none" spellcheck="false" required
                """))
              <button>\(reader[.ownSaveLanguage])</button>
            </form>
            \(DisplayForm.html(for: reader, wrong))
            """
        return OwnPage(title: .ownLanguage, said: [.ownSaved], wrong: wrong).show(page, content)
    }
}

extension Reader {
    /// A language that the reader may choose; nil: it is none, or not offered.
    fileprivate func language(_ code: String) -> Language? {
        Language(rawValue: code).flatMap { languages.contains($0) ? $0 : nil }
    }
}
