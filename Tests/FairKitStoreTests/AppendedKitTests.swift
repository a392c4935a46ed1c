import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A kit that is added to the search index` {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// People and kits as they should be.
    private struct Town {
        var people: [Profile] = []
        var kits: [Kit] = []
    }

    private static func person(_ number: Int64, _ given: String) -> Profile {
        Example.profile(ProfileID(number: number)) {
            ($0.givenName, $0.email, $0.phone) = (given, number % 2 == 0 ? nil : "p\(number)@example.org", nil)
            // As a kit code begins.
            $0.identifiers = [Identifier(system: "urn:id", value: "\(2_025_110_000 + number)")]
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `leads to its owner, and leaves the index as if it were computed from nothing`(seed: UInt64) async throws {
        try await scratch.withNewStore { (store) async throws in
            var random = SplitMix64(state: seed)
            var town = Town(people: (1...7).map { Self.person($0, "Grace") })
            try await store.write { [people = town.people] (tx) throws(DatabaseError) in
                for person in people { try tx.insertProfile(person) }
            }
            for step in 1...90 as ClosedRange<Int64> {
                try await change(&town, step, &random, in: store)
                if step % 9 == 0 { try await store.indexPeople(most: Int.random(in: 1...9, using: &random)) }
                if let kit = town.kits.randomElement(using: &random) { try await expect(kit, in: store) }
            }
            for _ in 1...3 { try await store.indexPeople() }
            #expect(try await !store.read { (tx) throws(DatabaseError) in try tx.hasPendingPeople() })
            let postings = try await postings(of: store)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.run("DELETE FROM search_posting")
                try tx.run("UPDATE profile_search SET text = NULL, pending = 1")
            }
            try await store.indexPeople()
            #expect(try await self.postings(of: store) == postings && !postings.isEmpty)
            for kit in town.kits { try await expect(kit, in: store) }
        }
    }

    @Test func `is found if it is released and registered again while the job hashes`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let (key, kit) = (store.searchKey, try Example.kit(2_025_110_701, of: ProfileID(number: 1)))
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertProfile(Self.person(1, "Grace"))
                try tx.insertKit(kit, at: Example.now)
            }
            try await store.indexPeople()
            try await store.write { (tx) throws(DatabaseError) in
                try tx.releaseKit(kit.id, as: .shipped, at: Example.now)
            }
            let people = try await store.read { (tx) throws(DatabaseError) in try tx.pendingPeople(limit: 9) }
            let changes = try PersonIndexing.all(of: people, key: key)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.updateKit(kit, at: Example.now)
                #expect(try tx.index(changes) == 0)
            }
            for _ in 1...2 {
                try await expect(kit, in: store)
                try await store.indexPeople()
            }
        }
    }

    /// Registers, releases or moves a kit, or changes or erases a person.
    private func change(
        _ town: inout Town, _ step: Int64, _ random: inout SplitMix64, in store: Store
    ) async throws {
        guard let person = town.people.randomElement(using: &random) else { return }
        let (key, now) = (store.searchKey, Example.now)
        let old = town.kits.indices.randomElement(using: &random)
        switch (Int.random(in: 0...11, using: &random), old) {
        case (0...4, _), (_, nil):
            let kit = try Example.kit(2_025_110_000 + step, of: person.id)
            let isKnown = Bool.random(using: &random)
            try await store.write { (tx) throws(DatabaseError) in
                if isKnown {
                    try tx.insertKit(try Example.kit(2_025_110_000 + step, of: nil, status: .issued), at: now)
                    try tx.updateKit(kit, at: now)
                } else {
                    try tx.insertKit(kit, at: now)
                }
            }
            town.kits.append(kit)
        case (5...8, let old?):
            var kit = town.kits[old]
            kit.profileID = Bool.random(using: &random) ? person.id : nil
            try await store.write { [kit] (tx) throws(DatabaseError) in
                try tx.releaseKit(kit.id, as: .shipped, at: now)
                if kit.profileID != nil { try tx.updateKit(kit, at: now) }
            }
            town.kits[old] = kit
        case (9...10, _):
            let changed = Self.person(step, "Ada").details
            try await store.write { (tx) throws(DatabaseError) in
                try tx.updateProfile(
                    Profile(id: person.id, createdAt: now, version: 2, details: changed), at: now)
            }
        default:
            guard town.people.count > 3 else { return }
            try await store.write { (tx) throws(DatabaseError) in _ = try tx.erase(person.id, at: now, key: key) }
            town.people.removeAll { $0.id == person.id }
            town.kits.removeAll { $0.profileID == person.id }
        }
    }

    /// Its code finds its owner, and nobody else.
    private func expect(_ kit: Kit, in store: Store) async throws {
        let (query, key) = (try PeopleQuery("\(kit.code)"), store.searchKey)
        let found = try await store.read { (tx) throws(DatabaseError) in try tx.people(query, in: .all, key: key) }
        #expect(found.people.map(\.id) == [kit.profileID].compactMap(\.self))
    }

    private func postings(of store: Store) async throws -> [String] {
        try await store.read { (tx) throws(DatabaseError) in
            try tx.all("SELECT token, block, people FROM search_posting ORDER BY token, block") {
                row throws(DatabaseError) in
                "\(try row.value(0, as: Int64.self)) \(try row.value(1, as: Int64.self)) \(try row.value(2, as: [UInt8].self))"
            }
        }
    }
}
