import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `The search index of people` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func person(_ number: Int64, _ given: String, _ family: String = "Otieno") -> Profile {
        Example.profile(ProfileID(number: number)) {
            ($0.givenName, $0.familyName, $0.email, $0.phone) = (given, family, nil, nil)
        }
    }

    private func find(_ text: String, _ scope: PeopleScope = .all, in store: Store) async throws -> PeopleFound {
        let (query, key) = (try PeopleQuery(text), store.searchKey)
        return try await store.read { (tx) throws(DatabaseError) in try tx.people(query, in: scope, key: key) }
    }

    private func insert(_ people: [Profile], in store: Store) async throws {
        try await store.write { (tx) throws(DatabaseError) in for person in people { try tx.insertProfile(person) } }
    }

    @Test func `finds a person before and after the job, and after each change`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let ada = Self.person(1, "Ada")
            try await insert([ada, Self.person(2, "Grace")], in: store)
            for _ in 1...2 {
                #expect(try await find("ada oti", in: store).people.map(\.id) == [ada.id])
                #expect(try await find("otieno", in: store).people.count == 2)
                try await store.indexPeople()
            }
            #expect(try await !store.read { (tx) throws(DatabaseError) in try tx.hasPendingPeople() })
            var details = ada.details
            details.givenName = "Beatrice"
            let changed = Profile(id: ada.id, createdAt: ada.createdAt, version: 2, details: details)
            try await store.write { (tx) throws(DatabaseError) in try tx.updateProfile(changed, at: Example.now) }
            for _ in 1...2 {
                #expect(try await find("ada", in: store).people.isEmpty)
                #expect(try await find("trice", in: store).people.map(\.id) == [ada.id])
                try await store.indexPeople()
            }
        }
    }

    @Test func `finds all who were there before a migration marked them, and as they are now`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let old = Self.person(1, "Beatrice")
            try await insert([old] + (2...700).map { Self.person($0, "Grace") }, in: store)
            try await store.indexPeople()
            try await store.write { (tx) throws(DatabaseError) in
                // As m0047_spellings_of_names does.
                try tx.run("UPDATE profile_search SET pending = pending + 1")
            }
            let found = try await find("eatri", in: store)
            #expect(found.people.map(\.id) == [old.id] && found.incomplete == .indexing)
            var details = old.details
            details.familyName = "Hopper"
            let changed = Profile(id: old.id, createdAt: old.createdAt, version: 2, details: details)
            try await store.write { (tx) throws(DatabaseError) in try tx.updateProfile(changed, at: Example.now) }
            #expect(try await find("beatrice otieno", in: store).people.isEmpty)
            #expect(try await find("grace", in: store).people.count == 699)
        }
    }

    @Test func `follows a kit to its owner, and away`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await insert([Self.person(1, "Ada")], in: store)
            let kit = try Example.kit(2_025_110_701, of: ProfileID(number: 1))
            try await store.write { (tx) throws(DatabaseError) in try tx.insertKit(kit, at: Example.now) }
            for _ in 1...2 {
                #expect(try await find("0701x", in: store).people.count == 1)
                try await store.indexPeople()
            }
            try await store.write { (tx) throws(DatabaseError) in
                try tx.releaseKit(kit.id, as: .shipped, at: Example.now)
            }
            for _ in 1...2 {
                #expect(try await find("0701x", in: store).people.isEmpty)
                try await store.indexPeople()
            }
        }
    }

    @Test func `holds nothing of an erased person, in the index or pending`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let key = store.searchKey
            try await insert([Self.person(1, "Zanele", "Mark"), Self.person(2, "Grace")], in: store)
            try await store.indexPeople()
            let before = try await store.values("SELECT COUNT(*) FROM search_posting", as: Int.self)
            try await insert([Self.person(3, "Ada", "Lovelace")], in: store)
            try await store.indexPeople()
            try await store.write { (tx) throws(DatabaseError) in
                try tx.logTestChange(of: ProfileID(number: 3))
                _ = try tx.erase(ProfileID(number: 3), at: Example.now, key: key)
            }
            #expect(try await store.values("SELECT COUNT(*) FROM search_posting", as: Int.self) == before)
            #expect(try await store.values("SELECT COUNT(*) FROM profile_search", as: Int.self) == [2])
            try await store.write { (tx) throws(DatabaseError) in
                for number in [1, 2] as [Int64] {
                    _ = try tx.erase(ProfileID(number: number), at: Example.now, key: key)
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM search_posting", as: Int.self) == [0])
        }
    }

    @Test func `has no value in clear, and other hashes in another tenant`() async throws {
        let (one, other) = (try Scratch(), try Scratch())
        var tokens: [Set<Int64>] = []
        for scratch in [one, other] {
            try await scratch.withNewStore { (store) async throws in
                try await insert([Self.person(1, "Ada")], in: store)
                try await store.indexPeople()
                tokens.append(Set(try await store.values("SELECT token FROM search_posting", as: Int64.self)))
            }
        }
        #expect(!tokens[0].isEmpty && tokens[0].count == tokens[1].count && tokens[0].isDisjoint(with: tokens[1]))
    }

    @Test func `leaves a person pending who changes while the job hashes`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let key = store.searchKey
            try await insert([Self.person(1, "Ada")], in: store)
            let people = try await store.read { (tx) throws(DatabaseError) in try tx.pendingPeople(limit: 9) }
            let changes = try PersonIndexing.all(of: people, key: key)
            var details = Self.person(1, "Grace").details
            details.familyName = "Hopper"
            let changed = Profile(id: ProfileID(number: 1), createdAt: Example.now, version: 2, details: details)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.updateProfile(changed, at: Example.now)
                #expect(try tx.index(changes) == 0)
            }
            #expect(try await find("hopper", in: store).people.count == 1)
            #expect(try await find("otieno", in: store).people.isEmpty)
            #expect(try await store.values("SELECT COUNT(*) FROM search_posting", as: Int.self) == [0])
        }
    }

    @Test func `says if more match than are compared, and finds the best of them`() async throws {
        try await scratch.withNewStore { (store) async throws in
            var people = (1...1500 as ClosedRange<Int64>).map { Self.person($0, "Grace", "Samariam") }
            // The oldest is the only whole word, the second oldest the only beginning.
            people[0] = Self.person(1, "Grace", "Mar")
            people[1] = Self.person(2, "Grace", "Martin")
            try await insert(people, in: store)
            let early = try await find("mar", in: store)
            #expect(early.incomplete == .indexing && early.people.count == PeopleFound.mostPending)
            try await store.indexPeople(most: 2000)
            let found = try await find("mar", in: store)
            #expect(found.incomplete == .tooMany && found.people.count == PeopleFound.enough)
            #expect(found.people.prefix(2).map(\.id) == [ProfileID(number: 1), ProfileID(number: 2)])
            #expect(try await find("mar martin", in: store).incomplete == nil)
            // A block holds more than a list of places here.
            let sizes = try await store.values("SELECT MAX(length(people)) FROM search_posting", as: Int.self)
            #expect(sizes == [512])
        }
    }

    @Test func `compares many who have the parts of a word, until enough have the word`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let older = (1...200 as ClosedRange<Int64>).map { Self.person($0, "Grace", "Xabcdex") }
            let newer = (201...600 as ClosedRange<Int64>).map { Self.person($0, "Grace", "Xabcd Ybcdex") }
            try await insert(older + newer, in: store)
            try await store.indexPeople()
            let found = try await find("abcde", in: store)
            #expect(found.incomplete == .tooMany && found.people.count == PeopleFound.enough)
            #expect(found.people.map(\.id) == (101...200).map { ProfileID(number: $0) })
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `computes with sets of numbers as sets do`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        var sets: [Set<Int64>] = []
        for _ in 1...2 {
            let (count, range) = (
                Int.random(in: 0...3000, using: &random), Int64.random(in: 1...20_000, using: &random)
            )
            sets.append(Set((0..<count).map { _ in Int64.random(in: 0..<range, using: &random) }))
        }
        let (one, other) = (PeopleSet(sets[0]), PeopleSet(sets[1]))
        #expect(one.count == sets[0].count)
        #expect(one.intersection(other) == PeopleSet(sets[0].intersection(sets[1])))
        #expect(one.union(other) == PeopleSet(sets[0].union(sets[1])))
        #expect(one.subtracting(other) == PeopleSet(sets[0].subtracting(sets[1])))
        #expect(one.highest(7) == Array(sets[0].sorted(by: >).prefix(7)))
    }
}

extension WriteTransaction {
    /// A change of a person that the job has not seen.
    fileprivate func logTestChange(of person: ProfileID) throws(DatabaseError) {
        guard let profile = try profile(person) else { return }
        try updateProfile(profile, at: Example.now)
    }
}

extension Store {
    /// Brings the search index up to date, as the server's job does.
    func indexPeople(most: Int = 1000) async throws {
        let key = searchKey
        let people = try await read { (tx) throws(DatabaseError) in try tx.pendingPeople(limit: most) }
        let changes = try PersonIndexing.all(of: people, key: key)
        try await write { (tx) throws(DatabaseError) in _ = try tx.index(changes) }
    }
}
