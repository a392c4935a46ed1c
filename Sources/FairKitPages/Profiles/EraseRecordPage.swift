import FairKitCore
import FairKitFrame
import FairKitService

/// An administrator asks for the erasure of a person's record, with a typed word, password and code.
enum EraseRecordPage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: ProfileID = try page.call.id()
        let wrong = try await ErasurePage.ask(of: id, form, page)
        guard wrong.isEmpty else { return try await draw(page, wrong) }
        return .seeOther(page.reader["/people/\(id)/hold?done=\(PageText.eraseAsked.rawValue)"])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let seen = try await page.tenancy.profiles.show(id, by: page.caller)
        let waits = try await ErasurePage.pending(page, of: id) != nil
        // There the reader sees why it can't be asked for.
        if try await HoldPage.hold(on: id, page) != nil || waits { return .seeOther(reader["/people/\(id)/hold"]) }
        return page.show(
            Document(
                title: reader[.eraseRecord], about: seen.profile.details.fullName, tab: .clinic, wrong: wrong,
                person: PatientHeader(of: seen), back: (reader["/people/\(id)/hold"], .holdTitle),
                content: """
                    <section class="card">
                      <h2>\(reader[.ownErasureGoes])</h2><p>\(reader[.eraseGoesText])</p>
                      <h2>\(reader[.ownErasureStays])</h2><p>\(reader[.eraseStaysText])</p>
                      <h2>\(reader[.ownErasureDelay])</h2><p>\(reader[.eraseDelayText])</p>
                    </section>
                    \(ErasurePage.form(to: reader["/people/\(id)/erase"], .eraseRecord, reader, wrong))
                    """))
    }
}
