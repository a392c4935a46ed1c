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

/// A person who was found, and why they match.
struct PersonMatch {
    private let person: ProfileView
    private let reasons: [PageText]

    init(_ person: ProfileView, _ query: PeopleQuery) {
        self.person = person
        var reasons: [PageText] = []
        for word in query.words {
            let reason = PersonMatch.reason(word, person)
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        self.reasons = reasons
    }

    /// The first value in which a word stands; a kit's code is the only one that the profile does not hold.
    private static func reason(_ word: FoldedWord, _ person: ProfileView) -> PageText {
        let details = person.profile.details
        func stands(_ word: FoldedWord, in text: String?) -> Bool {
            guard let text else { return false }
            return [false, true].contains { FoldedWord(text, transliterated: $0).bytes.contains(word.bytes) }
        }
        let names = details.fullName.split(whereSeparator: \.isWhitespace).map { String($0) }
        if person.isNameOnly || names.contains(where: { stands(word, in: $0) }) { return .matchName }
        if stands(word, in: "\(details.birthDate)") { return .birthDate }
        if details.identifiers.contains(where: { stands(word, in: $0.value) }) { return .matchIdentifier }
        if stands(word, in: details.email) { return .emailAddress }
        if stands(word.withoutTrunkPrefix ?? word, in: details.phone) { return .matchPhone }
        return stands(word, in: details.familyName + details.givenName) ? .matchName : .kitCode
    }

    /// People of one name are told apart by birth date and identifier.
    func html(for reader: Reader) -> HTML {
        let details = person.profile.details
        let identifier = details.identifiers.last.map { ", \(reader.language.report.identifier) \($0.value)" } ?? ""
        let facts: HTML =
            person.isNameOnly
            ? "\(reader[.sharesResults])"
            : "\(reader.day(details.birthDate)), \(reader.language.report.sexes[details.sex])\(identifier)"
        let why = reader.list(reasons)
        return """
            <li><a href="\(to: reader["/people/\(person.profile.id)"])"><span class="name"><b>\(details.fullName)</b>\
            <span>\(facts)</span><span>\(reader[.matchesIn, ["what": .text(why)]])</span></span></a></li>

            """
    }
}

extension Reader {
    fileprivate func list(_ texts: [PageText]) -> String { texts.map { self[$0] }.joined(separator: ", ") }
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

extension IncompleteSearch {
    var text: PageText {
        switch self {
        case .tooMany: .searchTooMany
        case .indexing: .searchIndexing
        }
    }
}
