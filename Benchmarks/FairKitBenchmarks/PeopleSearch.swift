import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Relational

/// `people`: searches for people by each kind of text, in the store, by the use case, and by SQLite's FTS4 over the same
/// rows; and what writing a person costs.
struct PeopleSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "people")

    @Option var dir: String
    /// The store is in this database, and the directory is this process's own. Then nothing is measured beside it.
    @Option var database: String?
    /// As it was seeded.
    @Option var results: Int
    /// Searches of each kind, each with a text of its own.
    @Option var samples = 20
    /// Where the texts begin, so that another run searches for others.
    @Option var offset = 0

    /// One kind of text. Each was searched twice: a text that was not searched before, and again.
    struct Line: Encodable {
        let kind: String
        /// Folded, as another engine searches for them.
        let texts: [String]
        /// How many people were found on average; at most as many as a search compares.
        let found: Double
        let first: [Double]
        let again: [Double]
        /// With the rights, and the audit entry for each person shown, durable before it answers.
        let useCase: [Double]
        /// By FTS4; empty: it can't.
        let fullText: [Double]
    }

    struct Costs: Encodable {
        let people: Int
        let indexBytes: Int
        let fullTextBytes: Int
        let fullTextSeconds: Double
        /// Microseconds a person.
        let insert: Double
        let mark: Double
        let indexing: Double
        let fullTextInsert: Double
    }

    func run() async throws {
        let house = try await House.open(dir, database)
        defer { house.store.close() }
        let past = Past(results: results, onlyAlerts: false, isTown: true)
        if database == nil { try await emit(costs(house, past)) }
        for kind in TextKind.allCases { try emit(try await measure(kind, past, house)) }
        guard database == nil else { return }
        try await house.store.write { (tx) throws(DatabaseError) in try tx.run("DROP TABLE person_text") }
    }

    private func measure(_ kind: TextKind, _ past: Past, _ house: House) async throws -> Line {
        var line:
            (texts: [String], found: Int, first: [Double], again: [Double], useCase: [Double], fullText: [Double]) =
                ([], 0, [], [], [], [])
        let key = house.store.searchKey
        for number in offset..<(offset + samples) {
            let text = kind.text(Int(mix(number, 30) % UInt64(past.profiles)), past)
            let query = try PeopleQuery(text)
            let words = query.words.map { String(decoding: $0.bytes, as: UTF8.self) }
            line.texts.append(words.joined(separator: " "))
            let search = { () async throws in
                line.found += try await house.store.read { (tx) throws(DatabaseError) in
                    let found = try tx.people(query, in: .all, key: key).people
                    _ = try tx.profiles(found.prefix(20).map(\.id))
                    return found.count
                }
            }
            line.first.append(try await milliseconds(search))
            line.again.append(try await milliseconds(search))
            line.useCase.append(
                try await milliseconds {
                    _ = try await house.tenancy.profiles.find(
                        query, after: nil, limit: 20, by: house.caller(.clinician))
                })
            guard kind.isOfBeginnings, database == nil else { continue }
            let match = words.map { "\($0)*" }.joined(separator: " ")
            line.fullText.append(
                try await milliseconds {
                    try await house.store.read { (tx) throws(DatabaseError) in
                        let rows = try tx.all(
                            """
                            SELECT s.profile_id, s.text FROM person_text t JOIN profile_search s ON s.number = t.docid
                            WHERE person_text MATCH \(match) LIMIT \(PeopleFound.mostCompared)
                            """
                        ) { row throws(DatabaseError) in
                            (try row.value(0, as: ProfileID.self), SearchableText(stored: try row.value(1)))
                        }
                        let found = rows.compactMap { id, text in
                            text.rank(in: query).map { FoundPerson(id: id, rank: $0, name: text.name) }
                        }.sorted()
                        _ = try tx.profiles(found.prefix(20).map(\.id))
                    }
                })
        }
        return Line(
            kind: kind.rawValue, texts: line.texts, found: Double(line.found) / Double(2 * samples), first: line.first,
            again: line.again, useCase: line.useCase, fullText: line.fullText)
    }

    /// The size and the costs of the index, beside those of FTS4, which is made here over the same texts.
    private func costs(_ house: House, _ past: Past) async throws -> Costs {
        let bytes = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.sum("SELECT SUM(length(people) + 12) FROM search_posting")
                + tx.sum("SELECT SUM(length(CAST(text AS BLOB)) + 30) FROM profile_search")
        }
        let before = try await house.store.read { (tx) throws(DatabaseError) in try tx.usedPages() }
        let seconds =
            try await milliseconds {
                try await house.store.write { (tx) throws(DatabaseError) in
                    try tx.run("DROP TABLE IF EXISTS person_text")
                    try tx.run("CREATE VIRTUAL TABLE person_text USING fts4(text)")
                    try tx.run("INSERT INTO person_text (docid, text) SELECT number, text FROM profile_search")
                }
            } / 1000
        let after = try await house.store.read { (tx) throws(DatabaseError) in try tx.usedPages() }
        let count = 2000
        let people = (0..<count).map { number in
            Profile(
                id: .new(at: now()), createdAt: now(), version: 1,
                details: Town.details(1_000_000_000 + offset * count + number, consents: Consents()))
        }
        let insert = try await milliseconds {
            try await house.store.write { (tx) throws(DatabaseError) in
                for person in people { try tx.insertProfile(person) }
            }
        }
        let mark = try await timeOfMarks(of: people, house.store)
        let indexing = try await milliseconds { _ = try await house.tenancy.profiles.index() }
        let fullText = try await milliseconds {
            try await house.store.write { (tx) throws(DatabaseError) in
                for person in people {
                    try tx.run(
                        """
                        INSERT INTO person_text (docid, text) SELECT number, text FROM profile_search
                        WHERE profile_id = \(person.id)
                        """)
                }
            }
        }
        try await remove(people, house.store)
        return Costs(
            people: past.profiles, indexBytes: bytes, fullTextBytes: (after - before) * 4096, fullTextSeconds: seconds,
            insert: insert * 1000 / Double(count), mark: mark * 1000 / Double(count),
            indexing: indexing * 1000 / Double(count), fullTextInsert: fullText * 1000 / Double(count))
    }

    /// How long it takes to mark new people, which is what the index adds to the write of a profile.
    private func timeOfMarks(of people: [Profile], _ store: Store) async throws -> Double {
        try await store.write { (tx) throws(DatabaseError) in
            for person in people { try tx.run("DELETE FROM profile_search WHERE profile_id = \(person.id)") }
        }
        return try await milliseconds {
            try await store.write { (tx) throws(DatabaseError) in
                for person in people { try tx.run("INSERT INTO profile_search (profile_id) VALUES (\(person.id))") }
            }
        }
    }

    private func remove(_ people: [Profile], _ store: Store) async throws {
        let key = store.searchKey
        for start in stride(from: 0, to: people.count, by: 100) {
            let some = people[start..<min(start + 100, people.count)]
            try await store.write { (tx) throws(DatabaseError) in
                for person in some { _ = try tx.erase(person.id, at: now(), key: key) }
            }
        }
    }
}

/// `people-rows`: the people as another engine is to hold them: number, name and all texts, separated by tabs.
struct PeopleRows: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "people-rows")

    @Option var dir: String

    func run() async throws {
        let house = try House(at: dir)
        defer { house.store.close() }
        let rows = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.all("SELECT number, text FROM profile_search WHERE text IS NOT NULL ORDER BY number") {
                row throws(DatabaseError) in
                let text = SearchableText(stored: try row.value(1))
                // Without the letter that begins each line.
                let values = text.text.split(separator: "\n").map { $0.dropFirst() }.joined(separator: " ")
                return "\(try row.value(0, as: Int64.self))\t\(text.name)\t\(values)"
            }
        }
        print(rows.joined(separator: "\n"))
    }
}

/// A kind of text that people type.
enum TextKind: String, CaseIterable {
    case threeLetters = "three letters of a family name"
    case family = "a family name"
    case bothNames = "beginnings of both names"
    case inner = "four letters inside a name"
    case nameAndYear = "a family name and a year of birth"
    case address = "an e-mail address"
    case phoneEnd = "the last five digits of a phone number"
    case identifier = "an identifier"
    case kit = "a kit code"
    case kitEnd = "the end of a kit code"

    /// Whether FTS4 can search for it: it finds words by their beginnings.
    var isOfBeginnings: Bool {
        switch self {
        case .inner, .phoneEnd, .kitEnd: false
        default: true
        }
    }

    func text(_ number: Int, _ past: Past) -> String {
        let (given, family) = (Town.given(number), Town.family(number))
        switch self {
        case .threeLetters: return String(family.prefix(3))
        case .family: return family
        case .bothNames: return "\(given.prefix(3)) \(family.prefix(5))"
        case .inner:
            return String(family.dropFirst().prefix(4).count < 3 ? family.prefix(4) : family.dropFirst().prefix(4))
        case .nameAndYear: return "\(family) \("\(CalendarDate(daysSince1970: number % 20_000 - 5000))".prefix(4))"
        case .address:
            // Not everyone has one.
            let number = (number...).first { Town.hasAddress($0) } ?? number
            return Town.address(number)
        case .phoneEnd: return String(Town.digits(number).suffix(5))
        case .identifier: return Town.identifier(number)
        case .kit: return KitCode(number: Int64(number)).map { "\($0)" } ?? family
        case .kitEnd: return KitCode(number: Int64(number)).map { String("\($0)".suffix(7)) } ?? family
        }
    }
}

extension Connection {
    fileprivate func usedPages() throws(DatabaseError) -> Int {
        try sum("PRAGMA page_count") - sum("PRAGMA freelist_count")
    }

    fileprivate func sum(_ sql: SQL) throws(DatabaseError) -> Int {
        try first(sql) { row throws(DatabaseError) in try row.value(0, as: Int?.self) ?? 0 } ?? 0
    }
}
