import FairKitCore
import FairKitFrame
import FairKitService

/// The page where an administrator issues new kits. Their activation secrets are shown once, apart from the labels.
enum IssueKitsPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var wrong: [Wrong] = []
        let count = form.text("count").flatMap { Int($0) } ?? 0
        if !KitBatch.sizes.contains(count) { wrong.append(Wrong(field: "count", text: reader[.issueTypeCount])) }
        let day = form.text("useBy").flatMap { CalendarDate($0) }
        if form.text("useBy") != nil, day == nil { wrong.append(Wrong(field: "useBy", text: reader[.issueTypeDay])) }
        guard wrong.isEmpty else { return try await draw(page, form, wrong) }
        let laboratory = form.text("laboratory").flatMap { $0 == "-" ? nil : $0 }
        // The secrets are in the answer only, so that a second press must not issue as many again.
        let keyed = IdempotencyKey(form["key"]).map { key in
            KeyedRequest(key: key, route: .kits, content: Array("page\n\(form.text)".utf8))
        }
        do {
            let made = try await page.tenancy.kits.issue(
                .new(count), shipped: false, withSecrets: !form["secrets"].isEmpty, laboratory: laboratory, useBy: day,
                by: page.caller.sending(keyed))
            return issued(made.value, isAgain: made.isRepeated, page)
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            let fields = invalid.fields.map(\.pointer)
            if fields.contains("/useBy") { wrong.append(Wrong(field: "useBy", text: reader[.issueDayOver])) }
            if fields.contains("/laboratory") {
                wrong.append(Wrong(field: "laboratory", text: reader[.kitChooseLaboratory]))
            }
            guard !wrong.isEmpty else { throw error }
            return try await draw(page, form, wrong)
        }
    }

    private static func draw(_ page: PageCall, _ form: Form? = nil, _ wrong: [Wrong] = []) async throws -> Response {
        let reader = page.reader
        let names = try await page.tenancy.laboratories.list(after: nil, limit: 100, by: page.caller).items.map(\.name)
        let content: HTML = """
            <p class="lead">\(reader[.issueLead])</p>
            \(reader.card(to: "/kits/issue"))
              \(reader.field("count", .issueCount, wrong, hint: .issueCountHint, with: """
                type="text" inputmode="numeric" class="short" value="\(form?["count"] ?? "")" required autocomplete="off"
                """))
              \(reader.laboratories(names, chosen: form?.text("laboratory") ?? "-", wrong))
              \(reader.field("useBy", .useBy, wrong, hint: .issueUseByHint, with: .day(form?["useBy"] ?? "")))
              <label class="choice"><input type="checkbox" name="secrets" value="yes"\
            \(form.map { !$0["secrets"].isEmpty } ?? true ? " checked" as HTML : nil)> <span>\(reader[.issueSecrets])\
            <span>\(reader[.issueSecretsHint])</span></span></label>
              <div class="actions"><button>\(reader[.issueKits])</button></div>
            </form>
            """
        return page.show(
            Document(
                title: reader[.issueKits], tab: .kits, refusal: .issueRefused, wrong: wrong,
                back: (reader["/kits"], .kitsOfStaff), content: content))
    }

    private static func issued(_ outcomes: [IssuedKit], isAgain: Bool, _ page: PageCall) -> Response {
        let (reader, kits) = (page.reader, outcomes.compactMap(\.kit))
        let secrets = outcomes.compactMap { outcome -> (KitCode, String)? in
            if case .created(let kit, let secret?) = outcome { (kit.code, secret.text) } else { nil }
        }
        let ids = kits.map { "\($0.id)" }.joined(separator: ".")
        let rows = secrets.map { code, secret in
            reader.row(about: "<span class=\"code\">\(code.description)</span>", ["<b class=\"code\">\(secret)</b>"])
        }
        let codes = kits.map { "<li><span class=\"code\">\($0.code.description)</span></li>" as HTML }
        // Secrets are on this page only: it stays while the labels are printed.
        let stays: HTML? = rows.isEmpty ? nil : " target=\"_blank\" rel=\"noopener\""
        let tab: HTML? = rows.isEmpty ? nil : " \(reader[.inNewTab])"
        let content: HTML = """
            <p class="lead">\(reader[isAgain ? .issuedBefore : .issuedLead, ["count": .number(kits.count)]])</p>
            <p class="actions"><a class="button" href="\(to: reader["/kits/labels?kits=\(ids)&size=sheet"])"\(stays)>\(reader[.labelsSheet])\(tab)</a>\
            <a class="button quiet" href="\(to: reader["/kits/labels?kits=\(ids)&size=single"])"\(stays)>\(reader[.labelsSingle])\(tab)</a></p>
            \(rows.isEmpty ? "<section class=\"card\"><h2>\(reader[.issuedCodes])</h2><ul class=\"codes\">\(codes)</ul></section>" as HTML : """
                <section class="card"><h2>\(reader[.secretSheet])</h2><p class="soft">\(reader[.secretSheetWhy])</p>
                <table><thead><tr><th scope="col">\(reader[.kitCode])</th><th scope="col">\(reader[.kitSecretLabel])</th></tr></thead>
                <tbody>\(rows)</tbody></table></section>
                """ as HTML)
            """
        return page.show(
            Document(
                title: reader[.issuedTitle], tab: .kits, back: (reader["/kits"], .kitsOfStaff), offersLanguages: false,
                content: content))
    }
}
