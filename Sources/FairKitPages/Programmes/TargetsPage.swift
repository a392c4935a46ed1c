import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// How many people are to get a result in each quarter.
enum TargetsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let found = try await page.programme()
        let typed = found.targets.map { ("\($0)", "\($1)") }
        return draw(page, found, Dictionary(uniqueKeysWithValues: typed), [], nil)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, found) = (page.reader, try await page.programme())
        var (targets, typed, wrong): ([CalendarQuarter: Int], [String: String], [Wrong]) = ([:], [:], [])
        for quarter in quarters(of: found) {
            guard let text = form.text("\(quarter)") else { continue }
            typed["\(quarter)"] = text
            if let people = Int(text), (Figure.least...Programme.largestTarget).contains(people) {
                targets[quarter] = people
            } else {
                wrong.append(Wrong(field: "\(quarter)", text: reader[.programmeTypeTarget]))
            }
        }
        if form.version == nil { wrong.append(Wrong(field: "main", text: reader[.openAgain])) }
        guard wrong.isEmpty, let version = form.version else { return draw(page, found, typed, wrong, form.version) }
        do {
            _ = try await page.tenancy.programmes.setTargets(
                of: found.programme.id, to: targets, expectedVersions: [version], found: Faults(), by: page.caller)
        } catch {
            guard case .own(.changed) = error else { throw error }
            return draw(page, try await page.programme(), typed, [], nil, isLate: true)
        }
        return .seeOther(reader["/programmes/\(found.programme.id)?done=\(PageText.ownSaved.rawValue)"])
    }

    /// This quarter, the four after it, and each that has a target.
    private static func quarters(of found: ProgrammeView) -> [CalendarQuarter] {
        Set((0...4).map { found.quarter.adding($0) } + found.targets.keys).sorted()
    }

    private static func draw(
        _ page: PageCall, _ found: ProgrammeView, _ typed: [String: String], _ wrong: [Wrong], _ version: Int?,
        isLate: Bool = false
    ) -> Response {
        let (reader, programme) = (page.reader, found.programme)
        let fields = quarters(of: found).map { quarter -> HTML in
            let (name, refused) = ("\(quarter)", wrong.first { $0.field == "\(quarter)" })
            return """
                <div class="field\(refused == nil ? "" : " bad")"><label for="\(name)">\(reader.name(of: quarter))</label>\
                \(refused.map { "<p class=\"wrong\" id=\"\(name)-wrong\">\($0.text)</p>" as HTML })\
                <input class="short" id="\(name)" name="\(name)" inputmode="numeric" autocomplete="off" value="\(typed[name] ?? "")"\
                \(refused == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(name)-wrong\"" as HTML)></div>
                """
        }
        var shown = ManagedPage(
            title: reader[.programmeTargets], back: ("/programmes/\(programme.id)", .programmeOne), wrong: wrong)
        if isLate {
            shown.now =
                "\(found.targets.sorted { $0.key < $1.key }.map { "<p>\(reader.name(of: $0.key)): \($0.value)</p>" as HTML })"
        }
        let content: HTML = """
            <p class="lead">\(programme.name)</p>
            \(reader.card(to: "/programmes/\(programme.id)/targets"))\(reader.version(version ?? programme.version))
              <p class="hint">\(reader[.programmeTargetsLead])</p>\(fields)
              <div class="actions"><button>\(reader[.programmeTargetsSave])</button></div></form>
            """
        return shown.show(page, content)
    }
}

extension Reader {
    /// Such as `Quarter 4 of 2026`.
    func name(of quarter: CalendarQuarter) -> String {
        self[.programmeQuarter, ["quarter": .text("\(quarter.number)"), "year": .text("\(quarter.year)")]]
    }
}
