import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The kits that staff may see, by their stage, which stands in the address with the place in the list.
enum StaffKits {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    /// A code leads to its kit. It is posted, so that no address holds it.
    static func find(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        guard reader.role != .patient else { throw Problem.forbidden }
        let scanned: ScannedCode
        do { scanned = try ScannedCode(form["code"]) } catch {
            return try await draw(page, ArrivalsPage.fault(error, form, reader, finds: true), form["code"])
        }
        let found = try await page.ifSeen { () throws(Refusal<Never>) -> KitView? in
            try await page.tenancy.kits.find(scanned.code, by: page.caller)
        }
        guard let found else {
            return try await draw(page, reader[.kitNotFound, ["code": .text("\(scanned.code)")]], form["code"])
        }
        return .seeOther(reader["/kits/\(found.id)"])
    }

    private static func draw(_ page: PageCall, _ wrong: String? = nil, _ typed: String = "") async throws -> Response {
        let (reader, query) = (page.reader, page.request.uri.queryParameters)
        var filter = KitFilter()
        filter.stage = query["stage"].flatMap { KitStage(rawValue: String($0)) }
        let list = "kits \(filter.stage?.rawValue ?? "")"
        let cursor = wrong == nil ? query["cursor"].map { String($0) } : nil
        let start = try page.place(cursor.map { $0[...] }, list) { KitCursor($0) }
        let found = try await page.tenancy.kits.list(filter, after: start, limit: most, by: page.caller)
        let totals = try await page.tenancy.kits.totals(by: page.caller)
        let next = try found.next.map { link(filter.stage, try page.seal($0, list), reader) }
        let turnaround =
            filter.stage == .arrived ? try await page.tenancy.kits.turnaround(by: page.caller) : nil
        let place = KitRow.Place(
            stage: filter.stage, cursor: cursor, total: totals[filter.stage] ?? Total(found.items.count))
        let faults = wrong.map { [Wrong(field: "code", text: $0)] } ?? []
        let content: HTML = """
            \(actions(reader))
            \(search(typed, faults, reader))
            \(stages(totals, filter.stage, reader))
            \(turnaround.flatMap { TurnaroundPart(turnaround: $0).html(at: page.tenancy.now(), reader) })
            \(found.items.isEmpty ? empty(totals, reader) : KitRow.table(found.items, place, reader))
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return page.show(
            Document(
                title: reader[.kitsOfStaff], about: reader.name, tab: .kits,
                status: wrong == nil ? .ok : .unprocessableContent, isRefused: wrong != nil,
                done: page.done(.kitArrivedDone), above: "\(wrong == nil ? nil : reader.summary(.notSearched, faults))",
                content: content))
    }

    static func link(_ stage: KitStage?, _ cursor: String? = nil, _ reader: Reader) -> Link {
        switch (stage, cursor) {
        case (nil, nil): reader["/kits"]
        case (let stage?, nil): reader["/kits?stage=\(stage.rawValue)"]
        case (nil, let cursor?): reader["/kits?cursor=\(cursor)"]
        case (let stage?, let cursor?): reader["/kits?stage=\(stage.rawValue)&cursor=\(cursor)"]
        }
    }

    private static func actions(_ reader: Reader) -> HTML? {
        guard reader.may(.receiveSamples) else { return nil }
        let issue: HTML? =
            reader.may(.issueKits)
            ? "<a class=\"button quiet\" href=\"\(to: reader["/kits/issue"])\">\(reader[.issueKits])</a>" : nil
        return """
            <p class="actions"><a class="button" href="\(to: reader["/kits/arrivals"])">\(reader[.scanTitle])</a>\(issue)</p>

            """
    }

    private static func search(_ typed: String, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <form class="card filters" role="search" method="post" action="\(to: reader["/kits/find"])">
          \(Shell.token(reader))
          \(reader.field("code", .findKit, wrong, with: """
            type="search" class="code" value="\(typed)" maxlength="200" autocomplete="off" spellcheck="false"
            """))
          <button>\(reader[.search])</button>
        </form>
        """
    }

    /// Each with as many kits as its list has.
    private static func stages(_ totals: [KitStage?: Total], _ current: KitStage?, _ reader: Reader) -> HTML {
        let stages: [KitStage?] = [nil] + KitStage.allCases
        let items = stages.map { stage -> HTML in
            let total = totals[stage] ?? Total(0)
            return """
                <li><a href="\(to: link(stage, nil, reader))"\(stage == current ? " aria-current=\"page\"" as HTML : nil)>\
                \(reader[stage.text]) <b>\(total.isLowerBound ? "> " : "")\(total.count)</b></a></li>
                """
        }
        return "<nav aria-label=\"\(reader[.whichKits])\"><ul class=\"views\">\(items)</ul></nav>"
    }

    /// None of this stage differs from none at all.
    private static func empty(_ totals: [KitStage?: Total], _ reader: Reader) -> HTML {
        guard totals[nil]?.count ?? 0 == 0 else { return "<p class=\"lead\">\(reader[.noKitsOfStage])</p>" }
        return reader.empty(
            .noKitsOfStaff, .noKitsOfStaffWhy, reader.may(.issueKits) ? ("/kits/issue", .issueKits) : nil)
    }
}

extension KitStage? {
    fileprivate var text: PageText {
        switch self {
        case nil: .kitsAll
        case .expected: .kitsExpected
        case .overdue: .kitsOverdue
        case .arrived: .kitsArrived
        case .rejected: .kitsRejected
        }
    }
}
