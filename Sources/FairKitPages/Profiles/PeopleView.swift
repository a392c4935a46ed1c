import FairKitAPI
import FairKitCore
import FairKitService

/// The list of the people whom the reader sees, with what waits for each.
enum PeopleView {
    /// All, or a part of them.
    static func choices(_ reader: Reader, current: PeopleChoice) -> HTML? {
        guard reader.role == .clinician else { return nil }
        let items = PeopleChoice.allCases.map { choice -> HTML in
            """
            <li><a href="\(to: choice.link(reader))"\(choice == current ? " aria-current=\"page\"" as HTML : nil)>\
            \(reader[choice.text])</a></li>
            """
        }
        return "<nav aria-label=\"\(reader[.whichPatients])\"><ul class=\"views\">\(items)</ul></nav>"
    }

    static func table(_ people: [ListedPerson], overdue: Set<ProfileID>, _ reader: Reader) -> HTML {
        let isClinician = reader.role == .clinician
        return """
            <section class="card"><h2 class="hide">\(reader[.patients])</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="\(reader[.patients])"><table>
            <caption>\(reader[.newestPatients])</caption>
            <thead><tr><th scope="col">\(reader.language.report.name)</th><th scope="col">\(reader[.birthDate])</th>\
            <th scope="col">\(reader[.waits])</th>\
            \(isClinician ? "<th scope=\"col\">\(reader[.latestLevel])</th><th scope=\"col\">\(reader[.relation])</th>" : nil)\
            </tr></thead>
            <tbody>\(people.map { row($0, isOverdue: overdue.contains($0.profile.id), isClinician, reader) })</tbody>
            </table></div></section>
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
        switch (self, cursor) {
        case (.all, nil): reader["/people"]
        case (.all, let cursor?): reader["/people?cursor=\(cursor)"]
        case (.openAlerts, nil): reader["/people?openAlerts=true"]
        case (.openAlerts, let cursor?): reader["/people?openAlerts=true&cursor=\(cursor)"]
        case (_, nil): reader["/people?relation=\(rawValue)"]
        case (_, let cursor?): reader["/people?relation=\(rawValue)&cursor=\(cursor)"]
        }
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
