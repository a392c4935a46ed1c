import FairKitCore
import FairKitService

/// A person who was found, and why they match.
struct PersonMatch {
    private let person: ProfileView
    private let reasons: [PageText]

    init(_ person: ProfileView, _ query: PeopleQuery?) {
        self.person = person
        var reasons: [PageText] = []
        for word in query?.words ?? [] {
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

    /// A list of people, with a warning if some are easily taken for each other. Without a query, the page says why they match.
    static func list(_ people: [ProfileView], _ query: PeopleQuery?, _ reader: Reader) -> HTML {
        let alike = LookAlikes.among(
            people.map { ($0.profile.details.fullName, $0.isNameOnly ? nil : $0.profile.details.birthDate) })
        let rows = people.enumerated().map { place, person in
            PersonMatch(person, query).html(for: reader, isAlike: alike.contains(place))
        }
        let warning: HTML =
            "<p class=\"banner warning\">\(reader[.lookAlikes, ["count": .number(alike.count)]])</p>"
        return """
            \(alike.isEmpty ? nil : warning)
            <section class="card"><h2 class="hide">\(reader[.patients])</h2><ul class="list">\(rows)</ul></section>
            """
    }

    /// People of one name are told apart by birth date and identifier.
    private func html(for reader: Reader, isAlike: Bool) -> HTML {
        let details = person.profile.details
        let identifier = details.identifiers.last.map { ", \(reader.language.report.identifier) \($0.value)" } ?? ""
        let facts: HTML =
            person.isNameOnly
            ? "\(reader[.sharesResults])"
            : "\(reader.day(details.birthDate)), \(reader.language.report.sexes[details.sex])\(identifier)"
        let what: [String: TextTemplate.Value] = ["what": .text(reader.list(reasons))]
        return reader.row(
            "/people/\(person.profile.id)", "\(details.fullName)",
            [facts, reasons.isEmpty ? nil : "\(reader[.matchesIn, what])"],
            isAlike ? reader.badge("held", "◇", reader[.lookAlike]) : nil)
    }
}

extension Reader {
    fileprivate func list(_ texts: [PageText]) -> String { texts.map { self[$0] }.joined(separator: ", ") }
}

extension IncompleteSearch {
    var text: PageText {
        switch self {
        case .tooMany: .searchTooMany
        case .indexing: .searchIndexing
        }
    }
}
