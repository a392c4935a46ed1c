import FairKitAPI
import FairKitCore
import FairKitService

/// The list of the people whom the reader sees, with what waits for each.
enum PeopleView {
    /// All, or a part of them.
    static func choices(_ reader: Reader, current: PeopleChoice) -> HTML? {
        guard reader.role == .clinician else { return nil }
        return reader.views(
            .whichPatients, PeopleChoice.allCases.map { ($0.link(reader), "\(reader[$0.text])", $0 == current) })
    }

    static func table(_ people: [ListedPerson], overdue: Set<ProfileID>, _ reader: Reader) -> HTML {
        let isClinician = reader.role == .clinician
        let heads =
            [reader.language.report.name, reader[.birthDate], reader[.waits]]
            + (isClinician ? [reader[.latestLevel], reader[.relation]] : [])
        let rows = people.map { row($0, isOverdue: overdue.contains($0.profile.id), isClinician, reader) }
        return """
            <section class="card"><h2 class="hide">\(reader[.patients])</h2>
            \(reader.scrolled(reader[.patients], reader[.newestPatients], heads, rows))</section>
            """
    }

    private static func row(_ person: ListedPerson, isOverdue: Bool, _ isClinician: Bool, _ reader: Reader) -> HTML {
        let (details, isNameOnly) = (person.profile.details, person.relation == .share)
        var waits: [HTML] = []
        if let count = person.openAlerts, count > 0 {
            waits.append(reader.badge("critical", "▲", reader[.openAlertCount, ["count": .number(count)]]))
        }
        if let latest = person.latest, latest.result.readAt == nil, !latest.current.status.isWithdrawn, !isNameOnly {
            waits.append(reader.badge("plain", "○", reader[.unreadByPatient]))
        }
        if isOverdue { waits.append(reader.badge("held", "◇", reader[.sampleOverdue])) }
        let identifier: HTML? = details.identifiers.last.map { "<br><span class=\"code small\">\($0.value)</span>" }
        let level: HTML? = person.latest.map { latest in
            """
            <a href="\(to: reader["/results/\(latest.id)"])">\
            \(latest.current.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel])</a> \(reader.signs(of: latest))
            """
        }
        let relation: HTML = "<td>\(person.relation.map { reader[$0.text] } ?? "")</td>"
        return """
            <tr><th scope="row"><a href="\(to: reader["/people/\(person.profile.id)"])">\(details.fullName)</a></th>\
            <td>\(isNameOnly ? nil : reader.day(details.birthDate))\(isNameOnly ? nil : identifier)</td>\
            <td>\(waits.isEmpty ? ["–"] : waits)</td>\
            \(isClinician ? "<td>\(level)</td>\(relation)" : nil)</tr>

            """
    }
}

/// Which of the people whom the reader sees.
enum PeopleChoice: String, CaseIterable {
    case all, care, openAlerts, share, emergency

    var relation: Relation.Kind? { Relation.Kind(word: rawValue) }

    fileprivate var text: PageText {
        relation?.text ?? (self == .openAlerts ? .withOpenAlerts : .allPatients)
    }

    func link(_ reader: Reader, _ cursor: String? = nil) -> Link {
        let path: Link.Path =
            switch self {
            case .all: "/people"
            case .openAlerts: "/people?openAlerts=true"
            default: "/people?relation=\(rawValue)"
            }
        return reader[path.with(["cursor": cursor])]
    }
}

extension Relation.Kind {
    var text: PageText {
        switch self {
        case .care: .inYourCare
        case .breakGlass: .inEmergency
        case .share: .sharedWithYou
        }
    }
}
