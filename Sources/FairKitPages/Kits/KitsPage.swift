import FairKitCore
import FairKitFrame
import FairKitService

/// A patient's kits, the newest first, each with what happens next. For staff see `StaffKits`.
enum KitsPage {
    private static let most = 20

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        guard reader.role == .patient else { return try await StaffKits.show(page) }
        let own = try page.patient
        let start = try page.place(page.query("cursor"), "kits") { KitCursor($0) }
        let found = try await page.tenancy.kits.list(
            KitFilter(profileID: own), after: start, limit: most, by: page.caller)
        let next = try found.next.map { reader["/kits?cursor=\(try page.seal($0, "kits"))"] }
        let list: HTML =
            found.items.isEmpty
            ? reader.empty(.noKits, .noKitsWhy, ("/kits/new", .registerKit))
            : """
            <p class="actions"><a class="button" href="\(to: reader["/kits/new"])">\(reader[.registerKit])</a></p>
            <section class="card">
              <h2>\(reader[.kitsCount, ["count": .number(found.items.count)]])</h2>
              <ul class="list">\(found.items.map { row($0, reader) })</ul>
            </section>
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return page.show(Document(title: reader[.testKit], about: reader.name, tab: .kits, content: list))
    }

    private static func row(_ kit: KitView, _ reader: Reader) -> HTML {
        reader.row("/kits/\(kit.id)", "\(kit.code.description)", ["\(KitStep(of: kit, reader).what)"], isCode: true)
    }
}
