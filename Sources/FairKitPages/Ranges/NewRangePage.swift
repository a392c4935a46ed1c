import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A new range. Before it is stored, a page shows what it would have changed in the last year.
enum NewRangePage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, TypedRange()) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        try page.requireProof()
        let (reader, ranges) = (page.reader, page.tenancy.ranges)
        var typed = TypedRange(form)
        guard form["do"] != "change", let range = typed.range(reader) else { return try await draw(page, typed) }
        do {
            guard form["do"] == "add" else {
                let effect = try await ranges.rehearse(range, laboratory: typed.laboratory, by: page.caller)
                return check(effect, range, typed, page)
            }
            _ = try await ranges.add(range, laboratory: typed.laboratory, by: page.caller)
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            typed.refuse(invalid, reader)
            return try await draw(page, typed)
        }
        return .seeOther(reader["/ranges?done=\(PageText.rangeAdded.rawValue)"])
    }

    private static func draw(_ page: PageCall, _ typed: TypedRange) async throws -> Response {
        let reader = page.reader
        try page.requireProof()
        let found = try await page.tenancy.laboratories.list(after: nil, limit: 100, by: page.caller)
        let content: HTML = """
            <p class="lead">\(reader[.newRangeLead])</p>
            \(reader.card(to: "/ranges/new"))
              \(typed.html(found.items.map(\.name), reader))
              <div class="actions"><button>\(reader[.seeEffect])</button></div></form>
            """
        return ManagedPage(title: reader[.newRange], back: ("/ranges", .ranges), wrong: typed.wrong).show(page, content)
    }

    private static func check(
        _ effect: RangeEffect, _ range: ReferenceRange, _ typed: TypedRange, _ page: PageCall
    ) -> Response {
        let reader = page.reader
        let content: HTML = """
            <section class="card"><h2>\(RangesPage.words(range, reader))</h2>
            <p>\(RangesPage.whom(range, typed.laboratory, reader))</p><p class="soft">\(reader[.effectOfAll])</p>
            \(effect.counts.map { words($0, reader) } ?? "<p>\(reader[.effectWithheld])</p>")
            \(effect.isPartial ? "<p class=\"soft\">\(reader[.effectPartial, ["count": .number(RangeEffect.most)]])</p>" as HTML : nil)</section>
            <form method="post" action="\(to: reader["/ranges/new"])">\(Shell.token(reader))\(typed.hidden)
              <p class="hint">\(reader[.effectNow])</p>
              <div class="actions"><button name="do" value="add">\(reader[.addRange])</button>\
            <button class="quiet" name="do" value="change">\(reader[.changeRange])</button></div></form>
            """
        return ManagedPage(title: reader[.effectTitle], back: ("/ranges", .ranges)).show(page, content)
    }

    private static func words(_ counts: RangeEffect.Counts, _ reader: Reader) -> HTML {
        let flags = reader.language.report.flags
        let changes = counts.changes.map { change -> HTML in
            let values: [String: TextTemplate.Value] = [
                "count": .number(change.count), "from": .text(flags[change.from]), "to": .text(flags[change.to]),
            ]
            return "<li>\(reader[.effectFlag, values])</li>"
        }
        let alerts = [(counts.raised, PageText.effectRaised), (counts.lapsed, .effectLapsed)].filter { $0.0 > 0 }
            .map { count, text -> HTML in "<li><b>\(reader[text, ["count": .number(count)]])</b></li>" }
        return """
            <p>\(reader[.effectResults, ["count": .number(counts.results)]])</p>
            \(changes.isEmpty ? "<p>\(reader[.effectNone])</p>" as HTML : "<ul>\(changes)\(alerts)</ul>" as HTML)
            """
    }
}
