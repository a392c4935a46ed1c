import FairKitCore
import FairKitFrame
import FairKitService

/// Where a laboratory begins: what it does most, and its results that wait.
enum LaboratoryHome {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let found = try await page.tenancy.dashboard(by: page.caller)
        let waiting = [
            list(.heldResults, found.heldResults, "/results?held=true", reader),
            list(.unmatchedResults, found.unmatchedResults, "/results/unmatched", reader),
        ].compactMap(\.self)
        let tiles = [
            StaffHome.tile("", found.heldResults?.total.count ?? 0, .tileHeld, "/results?held=true", reader),
            StaffHome.tile(
                "", found.unmatchedResults?.total.count ?? 0, .tileUnmatched, "/results/unmatched", reader),
            StaffHome.tile("", found.kitsToReview?.total.count ?? 0, .tileReview, "/kits/review", reader),
        ].compactMap(\.self)
        let content: HTML = """
            <p class="actions"><a class="button" href="\(to: reader["/results/new"])">\(reader[.newResult])</a>\
            <a class="button quiet" href="\(to: reader["/kits/arrivals"])">\(reader[.scanTitle])</a>\
            <a class="button quiet" href="\(to: reader["/results/import"])">\(reader[.importTitle])</a></p>
            \(tiles.isEmpty ? nil : "<ul class=\"tiles\">\(tiles)</ul>" as HTML)
            \(waiting.isEmpty ? "<p class=\"lead\">\(reader[.nothingWaits])</p>" as HTML : nil)
            \(waiting)
            \(found.turnaround.flatMap { TurnaroundPart(turnaround: $0).html(at: page.tenancy.now(), reader) })
            <p><a href="\(to: reader["/ranges"])">\(reader[.ranges])</a></p>
            """
        return page.show(Document(title: reader[.home], about: reader.name, tab: .home, content: content))
    }

    private static func list(
        _ title: PageText, _ part: Dashboard.Part<ResultView>?, _ path: Link.Path, _ reader: Reader
    ) -> HTML? {
        guard let part, !part.items.isEmpty else { return nil }
        return StaffHome.results(title, part.items, part.total.count, path, reader)
    }
}
