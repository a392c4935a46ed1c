import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The code by which patients join a programme, with the steps, to print and to hand out.
enum JoinCodePage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, found) = (page.reader, try await page.programme().programme)
        let clinic = reader.tenantName.map { $0.text } ?? "FairKit"
        return ManagedPage(title: found.name, back: ("/programmes/\(found.id)", .programmeOne)).show(
            page,
            """
            <p class="lead noprint">\(reader[.programmeCodeLead])</p>
            <section class="card"><h2>\(reader[.programmeCodeHow])</h2>
            <ol><li>\(reader[.programmeCodeSignIn, ["clinic": .text(clinic)]])</li><li>\(reader[.programmeCodeOpen])</li>\
            <li>\(reader[.programmeCodeType])</li></ol>
            <p class="value"><span class="code">\(found.joinCode.prefix(4)) \(found.joinCode.dropFirst(4))</span></p><p>\(found.partner)</p></section>
            """)
    }
}
