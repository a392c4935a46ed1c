package import FairKitCore
package import Relational

/// The people whom a search found, the best first.
package struct PeopleFound: Sendable {
    package var people: [FoundPerson] = []
    /// Why people may be missing; nil: all who match are there.
    package var incomplete: IncompleteSearch?

    /// How many people are compared in clear. Nearly each stands on a page of its own, which has to be decrypted: some
    /// ten milliseconds in all.
    package static let mostCompared = 500
    /// If more than can be compared have all parts, so many of the best who match are enough.
    package static let enough = 100
    /// So few people are compared at once: that costs less than to read on in the index.
    static let fewest = 12
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
                SELECT profile_id, MIN(ground) AS ground FROM (\(authentic(people).grounds)) f GROUP BY profile_id
            ) g JOIN profile_search s ON s.profile_id = g.profile_id
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: ProfileID.self), try row.value(1, as: Int.self),
                try row.value(2, as: String?.self, sealed: .profileSearchText, key: 0),
                try row.value(3, as: Int.self)
            )
        }
        var found: [FoundPerson] = []
        for (id, pending, stored, ground) in rows {
            let stored = stored.map { SearchableText(stored: $0) }
            if let text = try currentText(of: id, stored, pending: pending),
                let rank = text.rank(in: query, onlyName: ground == People.byShare)
            {
                found.append(FoundPerson(id: id, rank: rank, name: text.name))
            }
        }
        return found
    }

    private func search(_ query: PeopleQuery, key: SearchKey) throws(DatabaseError) -> PeopleFound {
        var found = PeopleFound()
        let pending = try pendingPeople(limit: PeopleFound.mostPending + 1)
        if pending.count > PeopleFound.mostPending { found.incomplete = .indexing }
        let compared = pending.prefix(PeopleFound.mostPending)
        for person in compared {
            guard let rank = person.current.rank(in: query) else { continue }
            found.people.append(FoundPerson(id: person.id, rank: rank, name: person.current.name))
        }
        let people = try candidates(query, key: key).subtracting(PeopleSet(compared.map(\.number)))
        if people.count <= PeopleFound.mostCompared {
            try compare(people.highest(people.count), with: query, into: &found.people)
        } else {
            found.incomplete = found.incomplete ?? .tooMany
            found.people += try best(of: people, query, key: key)
        }
        found.people.sort()
        return found
    }

    /// Adds those of some people who match, until enough are found.
    private func compare(
        _ numbers: [Int64], with query: PeopleQuery, into found: inout [FoundPerson], enough: Int = .max
    ) throws(DatabaseError) {
        for start in stride(from: 0, to: numbers.count, by: Connection.compared) where found.count < enough {
            found += try people(
                query, numbered: numbers[start..<min(start + Connection.compared, numbers.count)])
        }
    }

    /// The best of many people who have all parts of a query: those whose names have the words as a whole, then those
    /// whose names begin so, then others; among these the newest.
    private func best(of people: PeopleSet, _ query: PeopleQuery, key: SearchKey) throws(DatabaseError) -> [FoundPerson]
    {
        var (found, whole, beginning, left) = ([FoundPerson](), people, people, PeopleFound.mostCompared)
        for word in query.words {
            let words = try self.people(withAll: [.word(word)], among: people, key: key)
            whole = whole.intersection(words)
            let begun = try word.trigrams.first.map { (first) throws(DatabaseError) in
                try self.people(withAll: [.beginning(first)], among: people, key: key)
            }
            beginning = beginning.intersection(begun?.union(words) ?? words)
        }
        for some in [whole, beginning.subtracting(whole), people.subtracting(beginning).subtracting(whole)] {
            let numbers = some.highest(left)
            left -= numbers.count
            try compare(numbers, with: query, into: &found, enough: PeopleFound.enough)
        }
        return Array(found.prefix(PeopleFound.enough))
    }

    /// How many people one statement reads.
    private static var compared: Int { 50 }

    /// Those of some people who match. While many are pending, such as after an update, those who were not compared before
    /// are found by what the index holds, and compared as they are now.
    private func people(
        _ query: PeopleQuery, numbered numbers: ArraySlice<Int64>
    ) throws(DatabaseError) -> [FoundPerson] {
        // As long as the others, so that the statement is the same.
        let padding = Array(repeating: Int64(-1), count: Connection.compared - numbers.count)
        let list = (numbers + padding).map { "\($0)" as SQL }.joined(by: ", ")
        let rows = try all(
            "SELECT profile_id, pending, text FROM profile_search WHERE number IN (\(list)) AND text IS NOT NULL"
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: ProfileID.self), try row.value(1, as: Int.self),
                try row.value(2, as: String?.self, sealed: .profileSearchText, key: 0)
            )
        }
        var found: [FoundPerson] = []
        for (id, pending, stored) in rows {
            let stored = stored.map { SearchableText(stored: $0) }
            guard let text = try currentText(of: id, stored, pending: pending), let rank = text.rank(in: query)
            else { continue }
            found.append(FoundPerson(id: id, rank: rank, name: text.name))
        }
        return found
    }

    /// People who have all parts of a query.
    private func candidates(_ query: PeopleQuery, key: SearchKey) throws(DatabaseError) -> PeopleSet {
        var all: PeopleSet?
        for word in query.words {
            let set = try people(withAny: [word, word.withoutTrunkPrefix].compactMap(\.self), among: all, key: key)
            if set.isEmpty { return set }
            all = set
        }
        return all ?? PeopleSet()
    }

    /// People who may have one of some words: all who have it are there.
    /// - Parameter others: only they are looked for; nil: all people.
    private func people(
        withAny words: [FoldedWord], among others: PeopleSet?, key: SearchKey
    ) throws(DatabaseError) -> PeopleSet {
        var people = PeopleSet()
        for word in words {
            // Numbers begin alike, and differ at their ends.
            let parts = word.beginsWithDigit ? word.trigrams.reversed() : word.trigrams
            let set = try self.people(
                withAll: parts.isEmpty ? [.word(word)] : parts.map { .part($0) }, among: others, key: key)
            people = people.union(set)
        }
        return people
    }

    private func people(
        withAll features: [SearchFeature], among others: PeopleSet?, key: SearchKey
    ) throws(DatabaseError) -> PeopleSet {
        var people = others
        for (place, feature) in features.enumerated() where !features[..<place].contains(feature) {
            if let people, people.count <= PeopleFound.fewest { break }
            let token = try key.token(of: feature)
            let blocks = people?.blockRange ?? 0...Int64.max
            var set = PeopleSet()
            _ = try all(
                """
                SELECT block, people FROM search_posting
                WHERE token = \(token) AND block BETWEEN \(blocks.lowerBound) AND \(blocks.upperBound)
                """
            ) { row throws(DatabaseError) in
                let block = try row.value(0, as: Int64.self)
                guard people?.holds(block: block) ?? true else { return }
                set.insert(try row.value(1), block: block)
            }
            people = people?.intersection(set) ?? set
        }
        return people ?? PeopleSet()
    }
}
