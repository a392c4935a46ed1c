import FairKitCore
import FairKitFrame
import FairKitService

/// What a clinician can do about an alert of a patient to whom they have no relation: ask those in charge, or open the record
/// in an emergency.
struct UnknownAlert {
    let alert: NamedAlert
    let course: AlertCourse
    let reader: Reader

    /// Whom to ask.
    func html() -> HTML {
        let people = course.whomToAsk.map { "<li>\($0)</li>" as HTML }
        return """
            <section class="card">
              <h2>\(reader[course.isForReader ? .askedToAct : .notYours])</h2>
              <p>\(reader[.notYoursWhy])</p>
              <h3>\(reader[.whomToAsk])</h3>
              \(people.isEmpty ? "<p>\(reader[.noOneToAsk])</p>" as HTML : "<ul>\(people)</ul>" as HTML)
            </section>
            """
    }

    /// The way to the record, and the read-back of who has the laboratory's report without it.
    /// - Parameter isOpen: whether a read-back was sent.
    func ways(_ form: EmergencyForm, _ readBack: HTML?, isOpen: Bool) -> HTML {
        let emergency: HTML? =
            reader.may(.breakGlass)
            ? """
            <section><h2>\(reader[.ifItCannotWait])</h2><p>\(reader[.emergencyLead])</p></section>
            \(form.html(reader["/alerts/\(alert.id)/emergency"], asking: false, back: reader["/alerts"], reader))
            """ : nil
        return """
            \(emergency)
            <details class="more"\(isOpen ? " open" as HTML : nil)><summary>\(reader[.readBackAnyway])</summary>\(readBack)</details>
            """
    }

    /// Opens the record in an emergency, and shows the alert with its patient.
    static func open(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: AlertID = try page.call.id()
        let typed = EmergencyForm(form, page.reader)
        guard typed.wrong.isEmpty else { return try await AlertPage.draw(page, emergency: typed) }
        guard let patient = try await page.tenancy.alerts.show(id, by: page.caller).profileID else {
            throw Problem.notFound
        }
        let made = try await page.tenancy.emergencies.open(patient, reason: typed.reason, by: page.caller)
        return EmergencyPage.opened(made, page, to: id)
    }
}
