package import FairKitCore
package import SQLCipher

/// The people whom a search found, the best first.
package struct PeopleFound: Sendable {
    package var people: [FoundPerson] = []
    /// Why people may be missing; nil: all who match are there.
    package var incomplete: IncompleteSearch?

    /// How many people are compared in clear. Nearly each stands on a page of its own, which has to be decrypted: some
    /// ten milliseconds in all.
    package static let mostCompared = 500
    /// How many pending people are compared; each needs three queries.
    package static let mostPending = 500
}

extension Connection {
    /// Finds people, among those whom the caller sees.
    ///
    /// For a caller who sees some people, only these are compared: neither the time nor the answer depends on others.
    package func people(
        _ query: PeopleQuery, in scope: PeopleScope, key: SearchKey
    ) throws(DatabaseError) -> PeopleFound {
        switch scope {
        case .none: PeopleFound()
        case .people(let people): PeopleFound(people: try search(query, among: people).sorted())
        case .all: try search(query, key: key)
        }
    }

    private func search(_ query: PeopleQuery, among people: People) throws(DatabaseError) -> [FoundPerson] {
        let rows = try all(
            """
            SELECT s.profile_id, s.pending, s.text, g.ground FROM (
                SELECT profile_id, MIN(ground) AS ground FROM (\(people.grounds)) f GROUP BY profile_id
            ) g JOIN profile_search s ON s.profile_id = g.profile_id
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: ProfileID.self), try row.value(1, as: Int.self),
                try row.value(2, as: String?.self),
                try row.value(3, as: Int.self)
            )
        }
        var found: [FoundPerson] = []
        for (id, pending, stored, ground) in rows {
            let text: SearchableText? =
                if pending == 0, let stored { SearchableText(stored: stored) } else { try searchableText(of: id) }
            if let text, let rank = text.rank(in: query, onlyName: ground == People.byShare) {
                found.append(FoundPerson(id: id, rank: rank, name: text.name))
            }
        }
        return found
    }

    private func search(_ query: PeopleQuery, key: SearchKey) throws(DatabaseError) -> PeopleFound {
        var found = PeopleFound()
        let pending = try pendingPeople(limit: PeopleFound.mostPending + 1)
        if pending.count > PeopleFound.mostPending { found.incomplete = .indexing }
        for person in pending.prefix(PeopleFound.mostPending) {
            guard let rank = person.current.rank(in: query) else { continue }
            found.people.append(FoundPerson(id: person.id, rank: rank, name: person.current.name))
        }
        let (numbers, isAll) = try candidates(query, key: key)
        if !isAll { found.incomplete = found.incomplete ?? .tooMany }
        for number in numbers {
            // Pending people were compared above.
            let person = try first(
                "SELECT profile_id, text FROM profile_search WHERE number = \(number) AND pending = 0 AND text IS NOT NULL"
            ) { row throws(DatabaseError) in
                (try row.value(0, as: ProfileID.self), SearchableText(stored: try row.value(1)))
            }
            guard let (id, text) = person, let rank = text.rank(in: query) else { continue }
            found.people.append(FoundPerson(id: id, rank: rank, name: text.name))
        }
        found.people.sort()
        return found
    }

    /// The numbers of people who have all parts of a query. Of more than can be compared, those whose names have the
    /// words as a whole go first, then those whose names begin so.
    private func candidates(_ query: PeopleQuery, key: SearchKey) throws(DatabaseError) -> ([Int64], isAll: Bool) {
        var all: PeopleSet?
        for word in query.words {
            let set = try people(withAny: [word, word.withoutTrunkPrefix].compactMap(\.self), key: key)
            all = all?.intersection(set) ?? set
            if all?.isEmpty ?? true { return ([], true) }
        }
        let people = all ?? PeopleSet()
        guard people.count > PeopleFound.mostCompared else { return (people.highest(people.count), true) }
        var (whole, beginning) = (people, people)
        for word in query.words {
            let words = try self.people(withAll: [.word(word)], key: key)
            whole = whole.intersection(words)
            let begun = try word.trigrams.first.map { (first) throws(DatabaseError) in
                try self.people(withAll: [.beginning(first)], key: key)
            }
            beginning = beginning.intersection(begun?.union(words) ?? words)
        }
        var numbers = whole.highest(PeopleFound.mostCompared)
        for rest in [beginning.subtracting(whole), people.subtracting(beginning).subtracting(whole)] {
            numbers += rest.highest(PeopleFound.mostCompared - numbers.count)
        }
        return (numbers, false)
    }

    private func people(withAny words: [FoldedWord], key: SearchKey) throws(DatabaseError) -> PeopleSet {
        var people = PeopleSet()
        for word in words {
            let parts = word.trigrams
            let set = try self.people(withAll: parts.isEmpty ? [.word(word)] : parts.map { .part($0) }, key: key)
            people = people.union(set)
        }
        return people
    }

    private func people(withAll features: [SearchFeature], key: SearchKey) throws(DatabaseError) -> PeopleSet {
        var people: PeopleSet?
        for feature in features {
            let token = try key.token(of: feature)
            var set = PeopleSet()
            _ = try all("SELECT block, people FROM search_posting WHERE token = \(token)") {
                row throws(DatabaseError) in
                set.insert(try row.value(1), block: try row.value(0))
            }
            people = people?.intersection(set) ?? set
            if people?.isEmpty ?? true { break }
        }
        return people ?? PeopleSet()
    }
}
