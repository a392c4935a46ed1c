import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// The kits whose photo could not be read, or whose registration came after a result, one at a time: the photo beside the
/// code that was typed.
enum KitReviewPage {
    private static let list = "kits to review"

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let start = try page.place(page.query("cursor"), list) { KitCursor($0) }
        let found = try await page.tenancy.kits.list(
            KitFilter(needsReview: true), after: start, limit: 1, counting: true, by: page.caller)
        let next = try found.next.map { reader["/kits/review?cursor=\(try page.seal($0, list))"] }
        var card: HTML?
        if let kit = found.items.first {
            let photo = try await page.ifSeen { () throws(Refusal<Never>) -> [UInt8]? in
                try await page.tenancy.kits.photo(of: kit.id, by: page.caller)
            }
            let places = (start == nil ? nil : reader["/kits/review"], next)
            card = self.card(kit, hasPhoto: photo != nil, found.total?.count ?? 1, places, reader)
        }
        let empty: HTML = """
            <p class="lead">\(reader[.noReviews])</p>\
            \(start == nil ? nil : "<p><a class=\"button\" href=\"\(to: reader["/kits/review"])\">\(reader[.reviewFirst])</a></p>" as HTML)
            """
        return page.show(
            Document(
                title: reader[.reviewTitle], about: reader.name, tab: .home, back: (reader["/home"], .home),
                done: page.done(.reviewDone),
                content: card ?? empty))
    }

    /// The photo and the code agree, or the kit is this person's although its result came first.
    static func accept(_ page: PageCall, _ form: Form) async throws -> Response {
        _ = try await page.tenancy.kits.clear(page.call.id(), by: page.caller)
        return .seeOther(page.reader["/kits/review?done=\(PageText.reviewDone.rawValue)"])
    }

    static func photo(_ page: PageCall) async throws -> Response {
        page.jpeg(try await page.tenancy.kits.photo(of: page.call.id(), by: page.caller))
    }

    /// Single keys go on, go back to the first kit, and enlarge the photo.
    ///
    /// - Parameter places: the first kit, if it is not this one, and the next.
    private static func card(
        _ kit: KitView, hasPhoto: Bool, _ total: Int, _ places: (first: Link?, next: Link?), _ reader: Reader
    ) -> HTML {
        let photo = reader["/kits/\(kit.id)/photo.jpg"]
        let picture: HTML = """
            <p><img class="photo large" src="\(to: photo)" alt="\(reader[.reviewAlt])"></p>
            <details class="more"><summary aria-keyshortcuts="z">\(reader[.reviewLarger])</summary>
            <div class="scroll zoom" tabindex="0" role="region" aria-label="\(reader[.reviewLarger])">\
            <img src="\(to: photo)" alt="\(reader[.reviewAlt])"></div></details>
            """
        let ways = [("j", places.next, PageText.reviewSkip), ("k", places.first, .reviewFirst)].compactMap {
            key, link, text in
            link.map {
                "<a class=\"button quiet\" aria-keyshortcuts=\"\(key)\" href=\"\(to: $0)\">\(reader[text])</a>" as HTML
            }
        }
        return """
            <p class="lead">\(reader[.reviewCount, ["count": .number(total)]])</p>
            <section class="card">
              <h2 class="code">\(kit.code.description)</h2>
              <p>\(reader[kit.resultsCameFirst ? .reviewLate : .reviewPhoto])</p>
              \(hasPhoto ? picture : "<p>\(reader[.reviewNoPhoto])</p>")
              <form method="post" action="\(to: reader["/kits/\(kit.id)/review"])">\(Shell.token(reader))
              <div class="actions"><button>\(reader[.reviewAccept, ["code": .text(kit.code.description)]])</button>\(ways)</div></form>
              <p class="hint">\(reader[.reviewDiffers])</p>
            </section>
            """
    }
}
