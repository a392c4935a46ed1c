package import FairKitCore
import FoundationEssentials
package import Relational

extension Connection {
    /// The searches that an account keeps, by name.
    package func savedSearches(of account: AccountID) throws(DatabaseError) -> [SavedSearch] {
        let found = try all(
            "SELECT name, list, filters, changed_at, account_id FROM saved_search WHERE account_id = \(account)",
            SavedSearch.init(row:))
        return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// A search that an account keeps, by its name.
    package func savedSearch(_ name: String, of account: AccountID) throws(DatabaseError) -> SavedSearch? {
        try first(
            """
            SELECT name, list, filters, changed_at, account_id FROM saved_search
            WHERE account_id = \(account) AND \(lookup: "name") = \(lookup: name, .search)
            """, SavedSearch.init(row:))
    }
}

extension WriteTransaction {
    /// Keeps a search, in place of one with the same name.
    package func save(_ search: SavedSearch, of account: AccountID) throws(DatabaseError) {
        _ = try removeSearch(search.name, of: account)
        let filters = String(decoding: (try? JSONEncoder().encode(search.filters)) ?? Data(), as: UTF8.self)
        try run(
            """
            INSERT INTO saved_search (account_id, name, list, filters, changed_at)
            VALUES (\(account), \(sealed: search.name, .savedSearchName, of: account), \(search.list.rawValue),
                \(sealed: filters, .savedSearchFilters, of: account, search.name), \(search.changedAt))
            """)
    }

    /// Deletes everything that an account keeps.
    package func removeSearches(of account: AccountID) throws(DatabaseError) {
        try run("DELETE FROM saved_search WHERE account_id = \(account)")
    }

    /// Deletes the searches whose text finds a person, of all accounts: after an erasure nothing leads to the person.
    /// There are few searches of people, so all are compared. See decision 0026.
    func removeSearches(thatFind person: ProfileID) throws(DatabaseError) {
        guard let text = try searchableText(of: person) else { return }
        let searches = try all(
            """
            SELECT name, list, filters, changed_at, account_id FROM saved_search
            WHERE list = \(SearchedList.people.rawValue)
            """
        ) { row throws(DatabaseError) in (try SavedSearch(row: row), try row.value(4, as: AccountID.self)) }
        for (search, account) in searches {
            guard let query = search.peopleQuery, text.rank(in: query) != nil else { continue }
            _ = try removeSearch(search.name, of: account)
        }
    }

    /// - Returns: false if there is no search with this name.
    package func removeSearch(_ name: String, of account: AccountID) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                DELETE FROM saved_search
                WHERE account_id = \(account) AND \(lookup: "name") = \(lookup: name, .search)
                """) == 1
    }
}

extension SavedSearch {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let name = try row.value(0, as: String.self, sealed: .savedSearchName, key: 4)
        let text = try row.value(2, as: String.self, sealed: .savedSearchFilters, key: 4, andOf: name)
        guard let list = SearchedList(rawValue: try row.value(1)),
            let filters = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        else { throw .unexpectedValue(column: 2, sql: "saved_search") }
        self.init(name: name, list: list, filters: filters, changedAt: try row.value(3))
    }
}
