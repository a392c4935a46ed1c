import FairKitCore
import FairKitFrame
import FairKitService

/// Labels of kits, to print: sheets of A4, or one after the other. They hold no secret, and each print is the same label.
enum LabelsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, query) = (page.reader, page.query)
        let ids = (query("kits") ?? "").split(separator: ".").prefix(KitBatch.sizes.upperBound).compactMap { KitID($0) }
        let isSingle = query("size") == "single"
        var labels: [HTML] = []
        for id in ids { labels.append(label(try await page.tenancy.kits.show(id, by: page.caller), reader)) }
        let other = ids.map { "\($0)" }.joined(separator: ".")
        let content: HTML = """
            <p class="lead">\(reader[.labelsLead])</p>
            <p class="actions"><a class="button quiet" href="\(to: reader["/kits/labels?kits=\(other)&size=\(isSingle ? "sheet" : "single")"])">\
            \(reader[isSingle ? .labelsSheet : .labelsSingle])</a></p>
            <ul class="labels\(isSingle ? " single" : "")">\(labels)</ul>
            """
        return page.show(
            Document(
                title: reader[.labelsTitle], tab: .kits, back: (reader["/kits"], .kitsOfStaff),
                content: labels.isEmpty ? reader.empty(.labelsNone, .labelsNoneWhy, ("/kits", .kitsOfStaff)) : content))
    }

    private static func label(_ kit: KitView, _ reader: Reader) -> HTML {
        let useBy = kit.logistics.useBy.map { "<span>\(reader[.useBy]) \($0.description)</span>" as HTML }
        return """
            <li>\(Code128(kit.code).svg(kit.code.description))<b class="code">\(kit.code.description)</b>\(useBy)</li>

            """
    }
}
