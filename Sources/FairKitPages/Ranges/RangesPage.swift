import FairKitCore
import FairKitFrame
import FairKitService

/// The reference ranges, by which levels are interpreted: those that hold and those that have ended, the newest first.
enum RangesPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let start = try page.place(page.query("cursor"), "ranges") { Int($0) }
        let found = try await page.tenancy.ranges.list(before: start, limit: 50, by: page.caller)
        let next = try found.next.map { try page.seal($0, "ranges") }
        var frame = ManagedPage(title: reader[.ranges], done: page.done(.rangeAdded, .rangeEnded))
        let manages = reader.may(.manageRanges)
        if !manages { (frame.tab, frame.back) = (.home, ("/home", .home)) }
        let today = reader.day(at: page.tenancy.now())
        let views = found.items.map { ($0, end(of: $0.range, among: found.items.map(\.range))) }
        let holding = views.filter { $0.1.map { today < $0 } ?? true }
        let ended = views.filter { $0.1.map { $0 <= today } ?? false }
        let fold: HTML? =
            ended.isEmpty
            ? nil
            : """
            <details class="more"><summary>\(reader[.rangesEnded, ["count": .number(ended.count)]])</summary>\(table(ended, reader))</details>
            """
        let add: HTML = """
            <p class="actions"><a class="button" href="\(to: reader["/ranges/new"])">\(reader[.newRange])</a></p>
            """
        let content: HTML = """
            <p class="lead">\(reader[manages ? .rangesLead : .rangesOfLaboratory])</p>
            \(manages ? add : nil)
            <section class="card"><h2 class="hide">\(reader[.ranges])</h2>
            \(holding.isEmpty ? nil : table(holding, reader))\(fold)</section>
            \(next.map { "<p><a href=\"\(to: reader["/ranges?cursor=\($0)"])\">\(reader[.older])</a></p>" as HTML })
            """
        return frame.show(page, content)
    }

    /// The first day on which a range no longer holds: it was ended, or another one for the same people begins; nil: none.
    private static func end(of range: ReferenceRange, among all: [ReferenceRange]) -> CalendarDate? {
        let later = all.filter { $0.replaces(range) }.map(\.validFrom)
        return (later + [range.validTo].compactMap(\.self)).min()
    }

    private static func table(_ views: [(RangeView, CalendarDate?)], _ reader: Reader) -> HTML {
        let heads = [reader[.rangeWord], reader[.criticalFrom], reader[.rangeFor], reader[.rangeValid]]
        return reader.scrolled(
            reader[.ranges], reader[.rangesCaption], heads + (reader.may(.manageRanges) ? [reader[.changeIt]] : []),
            numbers: [1], views.map { row($0, until: $1, reader) })
    }

    private static func row(_ view: RangeView, until day: CalendarDate?, _ reader: Reader) -> HTML {
        let (range, name) = (view.range, words(view.range, reader))
        let critical = Thousandths(count: range.high.count * range.criticalMultiple.count / 1000)
        let end = day.map { " \(reader[.untilTime]) \(reader.language.text(of: $0))" } ?? ""
        let button = range.validTo == nil ? reader.button("/ranges/\(range.number)/end", .endRange, of: name) : nil
        let change: HTML? = reader.may(.manageRanges) ? "<td>\(button)</td>" : nil
        return """
            <tr><th scope="row">\(name)</th><td class="num">\(reader.language.decimal("\(critical)")) \(range.unit.rawValue)</td>\
            <td>\(whom(range, view.laboratory, reader))</td><td>\(reader[.fromTime]) \(reader.language.text(of: range.validFrom))\(end)</td>\(change)</tr>

            """
    }

    /// Such as `100–200 mg/dL`.
    static func words(_ range: ReferenceRange, _ reader: Reader) -> String {
        let (low, high) = (reader.language.decimal("\(range.low)"), reader.language.decimal("\(range.high)"))
        return "\(low)–\(high) \(range.unit.rawValue)"
    }

    /// For whom it holds.
    static func whom(_ range: ReferenceRange, _ laboratory: String?, _ reader: Reader) -> String {
        var parts = [laboratory ?? reader[.everyLaboratory]]
        if let method = range.method { parts.append(method) }
        if let sex = range.sex { parts.append(reader.language.report.sexes[sex]) }
        if range.fromAge != nil || range.toAge != nil {
            parts.append(
                reader[.agesOf, ["from": .number(range.fromAge ?? 0), "to": .text(range.toAge.map { "\($0)" } ?? "…")]])
        }
        return parts.joined(separator: ", ")
    }
}

extension ReferenceRange {
    /// Whether it is for the same people, came into force later, and has no end.
    fileprivate func replaces(_ old: ReferenceRange) -> Bool {
        (old.validFrom, old.number) < (validFrom, number) && validTo == nil && unit == old.unit
            && laboratoryID == old.laboratoryID && method == old.method && sex == old.sex && fromAge == old.fromAge
            && toAge == old.toAge
    }
}

/// The end of a range. It changes how levels are interpreted, so it takes a proof of identity.
enum RangeEndPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, "", []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, number) = (page.reader, try number(page))
        try page.requireProof()
        guard let day = CalendarDate(form["on"]) else {
            return try await draw(page, form["on"], [Wrong(field: "on", text: reader[.typeADate])])
        }
        do { _ = try await page.tenancy.ranges.end(number, on: day, by: page.caller) } catch {
            guard case .invalid = error else { throw error }
            return try await draw(page, form["on"], [Wrong(field: "on", text: reader[.endRefused])])
        }
        return .seeOther(reader["/ranges?done=\(PageText.rangeEnded.rawValue)"])
    }

    private static func number(_ page: PageCall) throws -> Int {
        try page.call.parameter("number") { text in Int(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil } }
    }

    private static func draw(_ page: PageCall, _ typed: String, _ wrong: [Wrong]) async throws -> Response {
        let (reader, number) = (page.reader, try number(page))
        let view = try await page.tenancy.ranges.show(number, by: page.caller)
        try page.requireProof()
        let content: HTML = """
            \(reader.card(to: "/ranges/\(number)/end"))
              <p><b>\(RangesPage.words(view.range, reader))</b>, \(RangesPage.whom(view.range, view.laboratory, reader))</p>
              <p class="hint">\(reader[.endRangeLead])</p>
              \(reader.field("on", .rangeEndDay, wrong, with: .day(typed, isRequired: true)))
              <div class="actions"><button class="danger">\(reader[.endRange])</button></div></form>
            """
        return ManagedPage(title: reader[.endRange], back: ("/ranges", .ranges), wrong: wrong).show(page, content)
    }
}
