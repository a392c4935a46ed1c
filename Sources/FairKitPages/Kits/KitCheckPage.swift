import FairKitCore
import FairKitFrame
import FairKitService

/// Reads back a kit before it is registered: whose it is, its code, and the days.
enum KitCheckPage {
    static func draw(_ code: KitCode, _ source: KitSource, _ form: Form, _ page: PageCall) async throws -> Response {
        let (reader, own) = (page.reader, try page.patient)
        let person = try await page.tenancy.profiles.show(own, by: page.caller).profile.details
        let today = reader.day(at: page.tenancy.now())
        let read = source == .photo ? try seal(code, page) : ""
        // The page of a person's own data, if there is one.
        let profile = Link(next: reader["/profile"].text, of: reader.tenant, among: Route.pages)
        let content: HTML = """
            <p class="lead">\(reader[.checkKitLead])</p>
            \(reader.card(to: "/kits/register"))
              <input type="hidden" name="barcode" value="\(code.description)">
              <input type="hidden" name="secret" value="\(form["secret"])">
              <input type="hidden" name="read" value="\(read)">
              <dl class="facts">
                <dt>\(reader[.kitCode])</dt>
                <dd><b class="code">\(code.description)</b><br>\
            <span class="soft small">\(reader[source == .photo ? .readFromPhoto : .readFromTyping])</span></dd>
                <dt>\(reader[.kitFor])</dt>
                <dd><b>\(person.givenName) \(person.familyName)</b>, \(reader.day(person.birthDate)) \
            \(profile.map { "<a href=\"\(to: $0)\">\(reader[.changeName])</a>" as HTML })</dd>
                <dt>\(language(reader).registeredOn)</dt><dd>\(reader.day(today))</dd>
                <dt>\(reader[.postBy])</dt><dd>\(reader.day(today.adding(days: Kit.daysToSend)))</dd>
              </dl>
              <div class="actions">
                <button>\(reader[.registerNow])</button>
                <button class="quiet" name="change" value="code">\(reader[.changeCode])</button>
              </div>
            </form>
            """
        return page.show(Document(title: reader[.checkKit], about: reader.name, tab: .kits, content: content))
    }

    private static func language(_ reader: Reader) -> ReportWords { reader.language.report }

    /// Proves that a code was read from a photo of the patient.
    static func seal(_ code: KitCode, _ page: PageCall) throws -> String {
        try page.tenancy.cursors.seal("\(code)", of: purpose(page.patient))
    }

    /// What the patient's photo was read as, if they did not change it since. It can't be made up: it is sealed.
    ///
    /// - Parameter typed: the code that it has to be; nil: any.
    static func reading(_ form: Form, _ page: PageCall, as typed: String? = nil) -> KitReading? {
        guard let own = page.reader.profile, let read = form.text("read"),
            let text = try? page.tenancy.cursors.open(read, of: purpose(own)), let code = try? KitCode(typed: text),
            typed.map({ (try? KitCode(typed: $0)) == code }) ?? true
        else { return nil }
        return .kit(code)
    }

    private static func purpose(_ patient: ProfileID) -> String { "kit in a photo of \(patient)" }
}
