package import FairKitCore
package import Relational

// The search index of people. A change of a person only marks the person as pending, in its transaction. A job brings
// the index up to date, some people at a time, and until then a search compares pending people themselves. See decision
// 0101. The code of a kit is appended to the stored text, so that neither reads the person again. See decision 0155.

/// A person whose values are not in the index as they are now.
package struct PendingPerson: Sendable {
    let number: Int64
    package let id: ProfileID
    /// The mark that was read; another change raises it.
    let mark: Int
    /// The stored text; nil: none.
    let stored: SearchableText?
    /// The text that the index should hold.
    package let current: SearchableText
}

/// The changes to make in the index for one person.
package struct PersonIndexing: Sendable {
    fileprivate let person: PendingPerson
    fileprivate let added: Set<Int64>
    fileprivate let removed: Set<Int64>

    /// Hashes what the values of people have won and lost, which needs no transaction: a hash costs more than all else.
    package static func all(of people: [PendingPerson], key: SearchKey) throws(DatabaseError) -> [PersonIndexing] {
        var tokens: [SearchFeature: Int64] = [:]
        return try people.map { (person) throws(DatabaseError) in
            try PersonIndexing(of: person, key: key, known: &tokens)
        }
    }

    private init(
        of person: PendingPerson, key: SearchKey, known tokens: inout [SearchFeature: Int64]
    ) throws(DatabaseError) {
        self.person = person
        if let stored = person.stored, stored.hasOnlyAppended(since: person.mark) {
            (added, removed) = (try key.tokens(of: stored.features(of: .appended), known: &tokens), [])
            return
        }
        let now = person.current.features()
        let before = person.stored?.features(of: .indexed) ?? []
        let lost = before.subtracting(now)
        added = try key.tokens(of: now.subtracting(before), known: &tokens)
        // A lost value may have the hash of one that stays, and then the hash stays.
        removed =
            lost.isEmpty
            ? [] : try key.tokens(of: lost, known: &tokens).subtracting(key.tokens(of: now, known: &tokens))
    }

    /// How many people one transaction indexes: other writes wait for some milliseconds.
    package static let batch = 32
}

extension SearchableText {
    /// Whether nothing else changed than that values were appended: each raised the mark by one.
    func hasOnlyAppended(since mark: Int) -> Bool { appended == mark }
}

extension Connection {
    /// Whether the index is not up to date.
    package func hasPendingPeople() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM profile_search WHERE pending > 0 LIMIT 1")
    }

    /// People who are not in the index as they are now, the last ones to be added first.
    package func pendingPeople(limit: Int) throws(DatabaseError) -> [PendingPerson] {
        let rows = try all(
            """
            SELECT number, profile_id, pending, text FROM profile_search WHERE pending > 0
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: Int64.self), try row.value(1, as: ProfileID.self), try row.value(2, as: Int.self),
                try row.value(3, as: String?.self, sealed: .profileSearchText, key: 1)
            )
        }
        var people: [PendingPerson] = []
        for (number, id, mark, text) in rows {
            let stored = text.map { SearchableText(stored: $0) }
            guard let current = try currentText(of: id, stored, pending: mark) else { continue }
            people.append(PendingPerson(number: number, id: id, mark: mark, stored: stored, current: current))
        }
        return people
    }

    /// The text that a person is found by now: the stored one, unless more changed than that values were appended.
    func currentText(
        of id: ProfileID, _ stored: SearchableText?, pending: Int
    ) throws(DatabaseError) -> SearchableText? {
        if let stored, pending == 0 || stored.hasOnlyAppended(since: pending) { return stored }
        return try searchableText(of: id)
    }

    /// The text that a person is found by, as it is now.
    func searchableText(of id: ProfileID) throws(DatabaseError) -> SearchableText? {
        guard let profile = try profile(id) else { return nil }
        let kits = try all("SELECT code, id FROM kit WHERE profile_id = \(id) ORDER BY id") {
            row throws(DatabaseError) in try row.value(0, as: KitCode.self, sealed: .kitCode, key: 1)
        }
        return SearchableText(of: profile.details, kits: kits)
    }
}

extension WriteTransaction {
    /// Adds a new person, whom the job will index.
    func beginSearch(of profile: ProfileID) throws(DatabaseError) {
        try run(
            """
            INSERT INTO profile_search (number, profile_id)
            VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM profile_search), \(profile))
            """)
    }

    /// Records that a person, or the person's kits, changed.
    func logSearchChange(of profile: ProfileID) throws(DatabaseError) {
        try run("UPDATE profile_search SET pending = pending + 1 WHERE profile_id = \(profile)")
    }

    /// Records that a person registered a kit. A person who was never indexed, or whose stored text has this code
    /// although a change is pending, is read again.
    func appendToSearch(_ kit: KitCode, of profile: ProfileID) throws(DatabaseError) {
        let text = try first("SELECT text FROM profile_search WHERE profile_id = \(profile)") {
            row throws(DatabaseError) in try row.value(0, as: String?.self, sealed: .profileSearchText, of: profile)
        }
        guard let appended = (text ?? nil).flatMap({ SearchableText(stored: $0).appending(kit) }) else {
            return try logSearchChange(of: profile)
        }
        try run(
            """
            UPDATE profile_search SET
                text = \(sealed: appended.text, .profileSearchText, of: profile), pending = pending + 1
            WHERE profile_id = \(profile)
            """)
    }

    /// Brings the index up to date for people who have not changed since they were read.
    /// - Returns: how many were indexed.
    @discardableResult
    package func index(_ people: [PersonIndexing]) throws(DatabaseError) -> Int {
        var changes: [PostingChange] = []
        var count = 0
        for indexing in people {
            let person = indexing.person
            let isUnchanged =
                try rowsChanged(
                    by: """
                        UPDATE profile_search SET
                            text = \(sealed: person.current.indexed.text, .profileSearchText, of: person.id), pending = 0
                        WHERE number = \(person.number) AND profile_id = \(person.id) AND pending = \(person.mark)
                        """) == 1
            guard isUnchanged else { continue }
            for token in indexing.added { changes.append(PostingChange(token, person.number, isAdded: true)) }
            for token in indexing.removed { changes.append(PostingChange(token, person.number, isAdded: false)) }
            count += 1
        }
        try apply(changes)
        return count
    }

    /// Removes a person from the index with everything that led to them.
    func endSearch(of profile: ProfileID, key: SearchKey) throws(DatabaseError) {
        let row = try first("SELECT number, text FROM profile_search WHERE profile_id = \(profile)") {
            row throws(DatabaseError) in
            (
                try row.value(0, as: Int64.self),
                try row.value(1, as: String?.self, sealed: .profileSearchText, of: profile)
            )
        }
        guard let (number, text) = row else { return }
        if let text {
            var known: [SearchFeature: Int64] = [:]
            let tokens = try key.tokens(of: SearchableText(stored: text).features(), known: &known)
            try apply(tokens.map { PostingChange($0, number, isAdded: false) })
        }
        try run("DELETE FROM profile_search WHERE number = \(number)")
    }

    /// Writes each row once, in the order of the table.
    private func apply(_ changes: [PostingChange]) throws(DatabaseError) {
        var rest = changes.sorted { ($0.token, $0.block) < ($1.token, $1.block) }[...]
        while let (token, block) = rest.first.map({ ($0.token, $0.block) }) {
            let stored = try first(
                "SELECT people FROM search_posting WHERE token = \(token) AND block = \(block)"
            ) { row throws(DatabaseError) in try row.value(0, as: [UInt8].self) }
            var bitmap = Bitmap(stored: stored ?? [])
            while let change = rest.first, change.token == token, change.block == block {
                if change.isAdded { bitmap.insert(change.place) } else { bitmap.remove(change.place) }
                rest.removeFirst()
            }
            switch (stored, bitmap.isEmpty) {
            case (nil, true): break
            case (nil, false):
                try run(
                    """
                    INSERT INTO search_posting (token, block, people)
                    VALUES (\(token), \(block), \(bitmap.stored))
                    """)
            case (_?, true):
                try run("DELETE FROM search_posting WHERE token = \(token) AND block = \(block)")
            case (_?, false):
                try run(
                    """
                    UPDATE search_posting SET people = \(bitmap.stored) WHERE token = \(token) AND block = \(block)
                    """)
            }
        }
    }
}

/// A person who is added to a row of the index, or removed from it.
private struct PostingChange {
    let token: Int64
    let block: Int64
    let place: Int
    let isAdded: Bool

    init(_ token: Int64, _ number: Int64, isAdded: Bool) {
        (self.token, self.isAdded) = (token, isAdded)
        (block, place) = (PeopleSet.block(of: number), Int(number % PeopleSet.blockSize))
    }
}
