import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// A patient's whole record as one file, the same that the API answers. It leaves the server in clear, so the person proves
/// their identity first.
enum RecordPage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        try page.requireProof()
        guard let id = page.reader.ownRecord, let archive = page.shared.archive else { throw Problem.notFound }
        do {
            var file = try await archive(id, page.call)
            let name = "fairkit-\(page.reader.day(at: page.tenancy.now())).zip"
            file.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
            file.headers[.cacheControl] = "no-store"
            return file
        } catch let refusal as Refusal<RecordTooLarge> {
            guard case .own = refusal else { throw refusal }
            return draw(page, [Wrong(field: "record", text: page.reader[.ownRecordLarge])])
        }
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong] = []) -> Response {
        let reader = page.reader
        let texts: [PageText] = [.ownRecordWords, .ownRecordData, .ownRecordPhotos, .ownRecordList]
        let parts = texts.map { "<li>\(reader[$0])</li>" as HTML }
        let path: Link.Path = "/profile/record"
        let prove: HTML = """
            <p>\(reader[.ownRecordProve])</p>
            <div class="actions">\
            <a class="button" href="\(to: reader["/prove?next=\(reader[path].text)"])">\(reader[.prove])</a></div>
            """
        let form: HTML = """
            <form id="record" method="post" action="\(to: reader[path])">\(Shell.token(reader))\
            <button>\(reader[.ownRecordButton])</button></form>
            """
        let content: HTML = """
            <p class="lead">\(reader[.ownRecordLead])</p>
            <section class="card"><h2>\(reader[.ownRecordHolds])</h2><ul>\(parts)</ul></section>
            <section class="card"><h2>\(reader[.ownRecordTakes])</h2><p>\(reader[.ownRecordTakesText])</p></section>
            <p class="banner warning">\(reader[.ownRecordOpen])</p>
            \(page.proof == nil ? prove : form)
            """
        return OwnPage(
            title: .ownRecord, parent: ("/profile/privacy", .ownPrivacy), wrong: wrong, status: .conflict
        ).show(page, content)
    }
}
