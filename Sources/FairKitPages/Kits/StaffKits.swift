import FairKitCore
import FairKitFrame
import FairKitService

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
        let (reader, query) = (page.reader, page.query)
        var filter = KitFilter()
        filter.stage = query("stage").flatMap { KitStage(rawValue: $0) }
        let list = "kits \(filter.stage?.rawValue ?? "")"
        let cursor = wrong == nil ? query("cursor") : nil
        let start = try page.place(cursor, list) { KitCursor($0) }
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
                title: reader[.kitsOfStaff], about: reader.name, tab: .kits, refusal: .notSearched, wrong: faults,
                done: page.done(.kitArrivedDone), content: content))
    }

    static func link(_ stage: KitStage?, _ cursor: String? = nil, _ reader: Reader) -> Link {
        reader[("/kits" as Link.Path).with(["stage": stage?.rawValue, "cursor": cursor])]
    }

    private static func actions(_ reader: Reader) -> HTML? {
        guard reader.may(.receiveSamples) else { return nil }
        return """
            <p class="actions"><a class="button" href="\(to: reader["/kits/arrivals"])">\(reader[.scanTitle])</a>\
            \(reader.button("/kits/issue", .issueKits), if: reader.may(.issueKits))</p>

            """
    }

    private static func search(_ typed: String, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <form class="card filters" role="search" method="post" action="\(to: reader["/kits/find"])">
          \(Shell.token(reader))
          \(reader.field("code", .findKit, wrong, with: .search(typed, most: 200, isCode: true)))
          <button>\(reader[.search])</button>
        </form>
        """
    }

    /// Each with as many kits as its list has.
    private static func stages(_ totals: [KitStage?: Total], _ current: KitStage?, _ reader: Reader) -> HTML {
        let stages: [KitStage?] = [nil] + KitStage.allCases
        let views = stages.map { stage -> (Link, HTML, Bool) in
            let total = totals[stage] ?? Total(0)
            let text: HTML = "\(reader[stage.text]) <b>\(total.isLowerBound ? "> " : "")\(total.count)</b>"
            return (link(stage, nil, reader), text, stage == current)
        }
        return reader.views(.whichKits, views)
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
