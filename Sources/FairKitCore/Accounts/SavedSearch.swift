/// The filters of a list that a person uses again, by a name of their own.
package struct SavedSearch: Equatable, Sendable {
    package let name: String
    package let list: SearchedList
    /// The list's query parameters; of people also `text`, as in a search for people. It may name a person, so it is
    /// health data.
    package let filters: [String: String]
    package let changedAt: Timestamp

    package init(name: String, list: SearchedList, filters: [String: String], changedAt: Timestamp) {
        self.name = name
        self.list = list
        self.filters = filters
        self.changedAt = changedAt
    }

    /// The most searches that one account keeps.
    package static let most = 50
    package static let nameRule = "1 to 60 letters, digits, hyphens and underscores"

    /// Whether a text can be a name: it stands in addresses.
    package static func isName(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
            }
    }
}

extension SavedSearch {
    /// The filter of people that holds a text.
    package static let textFilter = "text"

    /// The text by which it finds people; nil: it has none.
    package var peopleQuery: PeopleQuery? {
        guard list == .people, let text = filters[SavedSearch.textFilter] else { return nil }
        return try? PeopleQuery(text)
    }
}

/// A list with filters.
package enum SearchedList: String, Sendable, CaseIterable {
    case results
    case alerts
    case kits
    /// Profiles: by a text, or those of the list of people.
    case people

    /// The lists whose searches a person may keep. Only roles that may list people keep searches of people, since others
    /// need no names.
    package static func open(to subject: Subject) -> [SearchedList] {
        allCases.filter { $0 != .people || subject.may(.listProfiles) }
    }
}
