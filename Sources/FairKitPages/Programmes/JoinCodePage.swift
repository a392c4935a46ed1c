import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// The code by which patients join a programme, with the steps, to print and to hand out; and its replacement.
enum JoinCodePage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    /// - Parameter isLate: whether another person changed the programme before the code was to be replaced.
    private static func draw(_ page: PageCall, isLate: Bool = false) async throws -> Response {
        let (reader, found) = (page.reader, try await page.programme().programme)
        let clinic = reader.tenantName.map { $0.text } ?? "FairKit"
        let content: HTML = """
            <p class="lead noprint">\(reader[.programmeCodeLead])</p>
            <section class="card"><h2>\(reader[.programmeCodeHow])</h2>
            <ol><li>\(reader[.programmeCodeSignIn, ["clinic": .text(clinic)]])</li><li>\(reader[.programmeCodeOpen])</li>\
            <li>\(reader[.programmeCodeType])</li></ol>
            <p class="value"><span class="code">\(found.joinCode.prefix(4)) \(found.joinCode.dropFirst(4))</span></p><p>\(found.partner)</p></section>
            <details class="more noprint"><summary>\(reader[.programmeCodeReplace])</summary>
            \(reader.card(to: "/programmes/\(found.id)/code"))\(reader.version(found.version))
              <p>\(reader[.programmeCodeReplaceWhy])</p>
              <div class="actions"><button class="danger">\(reader[.programmeCodeReplace])</button></div></form></details>
            """
        let code: HTML = "<p class=\"code\">\(found.joinCode.prefix(4)) \(found.joinCode.dropFirst(4))</p>"
        return ManagedPage(
            title: found.name, back: ("/programmes/\(found.id)", .programmeOne), now: isLate ? code : nil,
            done: page.done(.programmeCodeReplaced)
        ).show(page, content)
    }

    static func replace(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: ProgrammeID = try page.call.id()
        guard let version = form.version else { throw Problem(.unprocessableContent, .invalid, "Say the version.") }
        do {
            _ = try await page.tenancy.programmes.replaceJoinCode(of: id, expectedVersions: [version], by: page.caller)
        } catch {
            guard case .own(.changed) = error else { throw error }
            return try await draw(page, isLate: true)
        }
        return .seeOther(page.reader["/programmes/\(id)/code?done=\(PageText.programmeCodeReplaced.rawValue)"])
    }
}
