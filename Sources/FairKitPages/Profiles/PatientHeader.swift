import FairKitCore
import FairKitService

/// The line of the person whom a page is about. It stays in view, and heads each printed sheet.
struct PatientHeader {
    private let seen: ProfileView

    init(of seen: ProfileView) { self.seen = seen }

    var name: String { seen.profile.details.fullName }

    /// The line, and a banner if the reader sees the record because they opened it in an emergency.
    func html(for reader: Reader) -> HTML {
        let details = seen.profile.details
        let facts: HTML? =
            seen.isNameOnly
            ? nil
            : """
            <span><span class="soft">\(reader[.birthDate])</span> \(reader.day(details.birthDate))</span>
            <span><span class="soft">\(reader.language.report.sex)</span> \(reader.language.report.sexes[details.sex])</span>
            \(details.identifiers.last.map { identifier($0, reader) })
            """
        return """
            <div class="person"><b>\(name)</b>
            \(facts)</div>
            \(seen.emergencyEnd.map { reader.emergency(until: $0, seen.profile.id) })
            """
    }

    private func identifier(_ identifier: Identifier, _ reader: Reader) -> HTML {
        """
        <span><span class="soft">\(reader.language.report.identifier)</span> <span class="code">\(identifier.value)</span></span>
        """
    }
}

extension PageCall {
    /// A page with a form about a person's record: the person's line, the way back to the record, and what is refused.
    func show(
        about seen: ProfileView, _ title: PageText, refused: PageText, _ wrong: [Wrong], done: PageText? = nil,
        _ content: HTML
    ) -> Response {
        show(
            Document(
                title: reader[title], about: seen.profile.details.fullName, tab: .people, refusal: refused,
                wrong: wrong, person: PatientHeader(of: seen),
                back: (reader["/people/\(seen.profile.id)"], .patientRecord), done: done, content: content))
    }
}

extension Reader {
    /// Says on each page of a record that it is open because its reader opened it in an emergency, and until when.
    func emergency(until end: Timestamp, _ id: ProfileID) -> HTML {
        """
        <section class="banner warning">
          <h2>\(self[.emergencyOpen])</h2>
          <p>\(self[.emergencyUntil]) <b>\(moment(end))</b>. \(self[.emergencyTold])</p>
          <form class="noprint" method="post" action="\(to: self["/people/\(id)/emergency/end"])">\
        \(Shell.token(self))<button class="quiet">\(self[.emergencyClose])</button></form>
        </section>
        """
    }

    /// What stands for a person whose name a page does not say.
    func number(of person: ProfileID) -> String {
        self[.alertNumber, ["number": .text(String("\(person)".suffix(6)).uppercased())]]
    }

    /// A person's number, to press if it can be dialled.
    func phone(of person: ProfileView) -> HTML? {
        person.profile.details.phone.map { phone in
            PhoneNumber(phone).map { "<a href=\"\(to: Link(calling: $0))\">\(phone)</a>" } ?? "\(phone)"
        }
    }

    /// The record of an alert's patient; nil: the reader may not open it.
    func record(of alert: NamedAlert) -> Link? {
        guard alert.patientName != nil, may(.findProfiles) else { return nil }
        return alert.profileID.map { self["/people/\($0)"] }
    }
}
