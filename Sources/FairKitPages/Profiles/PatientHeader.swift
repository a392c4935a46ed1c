import FairKitCore
import FairKitFrame
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
            \(seen.emergencyEnd.map { emergency(until: $0, reader) })
            """
    }

    private func identifier(_ identifier: Identifier, _ reader: Reader) -> HTML {
        """
        <span><span class="soft">\(reader.language.report.identifier)</span> <span class="code">\(identifier.value)</span></span>
        """
    }

    private func emergency(until end: Timestamp, _ reader: Reader) -> HTML {
        """
        <section class="banner warning">
          <h2>\(reader[.emergencyOpen])</h2>
          <p>\(reader[.emergencyUntil]) <b>\(reader.moment(end))</b>. \(reader[.emergencyTold])</p>
          <form class="noprint" method="post" action="\(to: reader["/people/\(seen.profile.id)/emergency/end"])">\
        \(Shell.token(reader))<button class="quiet">\(reader[.emergencyClose])</button></form>
        </section>
        """
    }
}
