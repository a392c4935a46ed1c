import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

/// People made up at random, callers of all roles, and everything that a search or a list tells them.
@Suite struct `People who are found and listed` {
    private let house: TestHouse

    init() throws {
        house = try TestHouse()
    }

    private static let given = ["Ada", "Áda", "Grace", "Mariam", "Jo", "O'Neil", "王", "محمد", "Zoë Ann", "Al-Amin"]
    private static let family = [
        "Otieno", "Ótieno-Weiß", "Odhiambo", "Li", "伟", "أحمد", "Mara", "Maritim", "van der Ada",
    ]

    private struct Town {
        var people: [Profile] = []
        var kits: [ProfileID: [KitCode]] = [:]
        var callers: [Caller] = []
    }

    /// People, their kits and results, clinicians, and relations that begin and end at random.
    private func settle(_ random: inout SplitMix64) async throws -> Town {
        var town = Town()
        let administrator = house.caller(.administrator)
        let laboratory = try await house.laboratory()
        for number in 1...18 as ClosedRange<Int64> {
            let details = ProfileDetails(
                givenName: Self.given.randomElement(using: &random) ?? "",
                familyName: Self.family.randomElement(using: &random) ?? "",
                birthDate: CalendarDate(daysSince1970: Int.random(in: 0..<9000, using: &random)), sex: .female,
                email: Bool.random(using: &random) ? "p\(Int.random(in: 1...40, using: &random)).ada@example.org" : nil,
                phone: Bool.random(using: &random)
                    ? "+2547\(Int.random(in: 10_000_000...99_999_999, using: &random))" : nil,
                language: .english, timeZone: "UTC", knownGenotype: nil,
                identifiers: number % 3 == 0 ? [Identifier(system: "urn:id", value: "ID-\(number)/7")] : [],
                consents: Consents(clinicians: Bool.random(using: &random), partners: true))
            let person = try await house.tenancy.profiles.create(details, by: administrator)
            town.people.append(person.value)
            if number % 2 == 0, let code = KitCode(number: 2_025_110_000 + number * 7) {
                _ = try await house.register("\(code)", for: person.id)
                town.kits[person.id, default: []].append(code)
                let level: Int64 = Bool.random(using: &random) ? 820 : 150
                _ = try await house.record("R-\(number)", "\(code)", level, by: laboratory)
            }
            house.time.advance(by: .seconds(1))
        }
        for name in ["one", "two", "three"] { town.callers.append(try await house.somebody(.clinician, name)) }
        try await relate(town, &random)
        town.callers += [administrator, house.caller(.clinician), try await house.somebody(.administrator)]
        return town
    }

    private func relate(_ town: Town, _ random: inout SplitMix64) async throws {
        let now = house.time.now
        for number in 0..<24 {
            guard let person = town.people.randomElement(using: &random)?.id,
                let clinician = town.callers.randomElement(using: &random)?.subject.account
            else { continue }
            let from = now.advanced(by: .seconds(Int.random(in: -3...1, using: &random) * 3600))
            let until = from.advanced(by: .seconds(Int.random(in: 1...4, using: &random) * 3600))
            let id = AccountID.new(at: now)
            try await house.store.write { (tx) throws(DatabaseError) in
                switch number % 4 {
                case 0, 1:
                    try tx.insertCareAssignment(
                        CareAssignment(
                            id: CareAssignmentID(uuid: id.uuid), account: clinician, profile: person, from: from,
                            to: until, madeBy: .machine, madeAt: from))
                case 2:
                    try tx.insertBreakGlass(
                        BreakGlass(
                            id: BreakGlassID(uuid: id.uuid), account: clinician, profile: person,
                            reason: "unconscious in casualty", openedAt: from, until: until))
                default:
                    try tx.insertShare(
                        Share(
                            id: ShareID(uuid: id.uuid), profile: person, recipient: .account(clinician),
                            createdAt: from, createdBy: .machine, expiresAt: until))
                }
            }
        }
    }

    /// A part of a value of some person, or of a made-up one; often of people whom the caller does not see.
    private func text(_ town: Town, _ random: inout SplitMix64) -> String {
        guard let person = town.people.randomElement(using: &random) else { return "" }
        let details = person.details
        var values = [
            details.givenName, details.familyName, "\(details.birthDate)", "\(details.givenName) \(details.familyName)",
        ]
        values += [details.email, details.phone].compactMap(\.self) + details.identifiers.map(\.value)
        values += (town.kits[person.id] ?? []).map { "\($0)" }
        let value = Array(values.randomElement(using: &random) ?? "")
        let start = Int.random(in: 0..<value.count, using: &random)
        let end = Int.random(in: start..<value.count, using: &random)
        return String(Bool.random(using: &random) ? value[start...end] : value[...])
    }

    /// Whether a person matches, by comparing each value in clear.
    private func matches(_ query: PeopleQuery, _ person: Profile, _ kits: [KitCode], onlyName: Bool) -> Bool {
        func folded(_ text: String) -> String { String(decoding: FoldedWord(text).bytes, as: UTF8.self) }
        let details = person.details
        var names: [String] = []
        for name in [details.familyName, details.givenName] {
            names += FoldedWord.words(of: name).map { String(decoding: $0.bytes, as: UTF8.self) }
            names += name.split(separator: " ").map { folded(String($0)) }
        }
        if FoldedWord(details.familyName).isEastAsian || FoldedWord(details.givenName).isEastAsian {
            names.append(folded(details.familyName) + folded(details.givenName))
        }
        var values = [details.email, details.phone, "\(details.birthDate)"].compactMap(\.self).map(folded)
        values += details.identifiers.map { folded($0.value) } + kits.map { String(folded("\($0)").dropFirst(5)) }
        return query.words.allSatisfy { word in
            let text = String(decoding: word.bytes, as: UTF8.self)
            func fits(_ value: String) -> Bool {
                word.length < 3
                    ? value.utf8.elementsEqual(text.utf8) : value.unicodeScalars.contains(text.unicodeScalars)
            }
            if names.contains(where: fits) { return true }
            guard !onlyName else { return false }
            // A phone number that is typed as in its own country.
            let number = word.withoutTrunkPrefix.map { String(decoding: $0.bytes, as: UTF8.self) }
            return values.contains { value in
                fits(value) || number.map { value.unicodeScalars.contains($0.unicodeScalars) } ?? false
            }
        }
    }

    /// The grounds on which the policy shows people to a caller.
    private func seen(_ town: Town, _ action: Action, by caller: Caller) async throws -> [ProfileID: Ground] {
        let (subject, now) = (caller.subject, house.time.now)
        return try await house.store.read { (tx) throws(DatabaseError) in
            var seen: [ProfileID: Ground] = [:]
            for person in town.people {
                seen[person.id] = try tx.decision(for: subject, action, about: person.id, at: now).ground
            }
            return seen
        }
    }

    /// All pages of a search.
    private func find(
        _ query: PeopleQuery, pages limit: Int, by caller: Caller
    ) async throws -> [ProfileView] {
        var (found, cursor): ([ProfileView], PeopleCursor?) = ([], nil)
        repeat {
            let page = try await house.tenancy.profiles.find(query, after: cursor, limit: limit, by: caller)
            #expect(page.items.count <= limit && page.incomplete == nil)
            found += page.items
            cursor = page.next
        } while cursor != nil
        return found
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `are those who match and whom the policy shows, and nothing tells of others`(seed: UInt64) async throws {
        var random = SplitMix64(state: seed)
        let town = try await settle(&random)
        var (shown, hidden) = (0, 0)
        for round in 0..<3 {
            // The first round compares people who are not indexed, the second some, the third none.
            if round == 1 { try await indexSome() }
            if round == 2 { _ = try await house.tenancy.profiles.index() }
            for caller in town.callers {
                let grounds = try await seen(town, .findProfiles, by: caller)
                for _ in 0..<12 {
                    guard let query = try? PeopleQuery(text(town, &random)) else { continue }
                    let expected = town.people.filter { person in
                        guard let ground = grounds[person.id] else { return false }
                        return matches(query, person, town.kits[person.id] ?? [], onlyName: ground == .share)
                    }
                    let found = try await find(query, pages: Int.random(in: 1...20, using: &random), by: caller)
                    #expect(Set(found.map(\.profile.id)) == Set(expected.map(\.id)), "\(query)")
                    #expect(found.count == expected.count, "no person is found twice")
                    for view in found { #expect(view.isNameOnly == (grounds[view.profile.id] == .share)) }
                    shown += expected.count
                    hidden += town.people.count { person in
                        grounds[person.id] == nil && matches(query, person, town.kits[person.id] ?? [], onlyName: false)
                    }
                }
            }
        }
        // The texts are about people whom the callers see, and about others.
        #expect(shown > 10 && hidden > 10)
    }

    private func indexSome() async throws {
        let key = house.store.searchKey
        let people = try await house.store.read { (tx) throws(DatabaseError) in try tx.pendingPeople(limit: 7) }
        let changes = try PersonIndexing.all(of: people, key: key)
        try await house.store.write { (tx) throws(DatabaseError) in _ = try tx.index(changes) }
    }

    @Test(arguments: 11...13 as ClosedRange<UInt64>)
    func `are listed if the policy shows them, with what the caller sees beside each`(seed: UInt64) async throws {
        var random = SplitMix64(state: seed)
        let town = try await settle(&random)
        for caller in town.callers {
            let grounds = try await seen(town, .listProfiles, by: caller)
            let visible = try await results(of: town, by: caller)
            let alerts = caller.subject.may(.readAlerts) ? try await openAlerts(by: caller) : nil
            for limit in [1, 4, 50] {
                let listed = try await list(PeopleFilter(), pages: limit, by: caller)
                #expect(listed.map(\.profile.id) == town.people.map(\.id).reversed().filter { grounds[$0] != nil })
                for person in listed {
                    let id = person.profile.id
                    #expect((person.relation == .share) == (grounds[id] == .share))
                    #expect(person.latest?.id == visible[id])
                    #expect(person.openAlerts == alerts.map { alerts in alerts.count { $0.profileID == id } })
                }
            }
            guard let alerts else { continue }
            let open = try await list(PeopleFilter(hasOpenAlerts: true), pages: 2, by: caller)
            #expect(Set(open.map(\.profile.id)) == Set(alerts.compactMap(\.profileID)).intersection(grounds.keys))
        }
    }

    private func list(_ filter: PeopleFilter, pages limit: Int, by caller: Caller) async throws -> [ListedPerson] {
        var (found, cursor): ([ListedPerson], ProfileCursor?) = ([], nil)
        repeat {
            let page = try await house.tenancy.profiles.list(filter, before: cursor, limit: limit, by: caller)
            found += page.items
            cursor = page.next
        } while cursor != nil
        return found
    }

    private func results(of town: Town, by caller: Caller) async throws -> [ProfileID: ResultID] {
        guard caller.subject.may(.readResults) else { return [:] }
        let all = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 100, by: caller).items
        var latest: [ProfileID: ResultID] = [:]
        for result in all.reversed() { if let person = result.profileID { latest[person] = result.id } }
        return latest
    }

    private func openAlerts(by caller: Caller) async throws -> [Alert] {
        try await house.tenancy.alerts.list(after: nil, limit: 100, by: caller).items.map(\.alert)
    }

    @Test func `are neither found nor listed by other roles`() async throws {
        let person = try await house.person()
        let query = try PeopleQuery("otieno")
        for role in [.patient(person), .laboratory(.new(at: house.time.now)), .consumer, .coordinator, .app] as [Role] {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.profiles.find(query, after: nil, limit: 10, by: house.caller(role))
            }
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.profiles.list(PeopleFilter(), before: nil, limit: 10, by: house.caller(role))
            }
        }
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.profiles.list(
                PeopleFilter(hasOpenAlerts: true), before: nil, limit: 10, by: house.caller(.administrator))
        }
    }

    @Test func `have it in their record`() async throws {
        let patient = try await Patient(house)
        let clinician = house.caller(.clinician)
        _ = try await house.tenancy.profiles.find(try PeopleQuery("mwangi"), after: nil, limit: 10, by: clinician)
        _ = try await house.tenancy.profiles.find(try PeopleQuery("nobody"), after: nil, limit: 10, by: clinician)
        _ = try await house.tenancy.profiles.list(PeopleFilter(), before: nil, limit: 10, by: clinician)
        #expect(try await patient.entries(.profileSearched).count == 1)
        #expect(try await patient.entries(.profileListed).count == 1)
    }
}

/// SplitMix64, so that a seed always makes the same town.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension String.UnicodeScalarView {
    /// Whether another text stands in this one, letter by letter.
    fileprivate func contains(_ other: String.UnicodeScalarView) -> Bool {
        let (one, other) = (Array(self), Array(other))
        guard other.count <= one.count else { return false }
        return (0...(one.count - other.count)).contains { one[$0..<($0 + other.count)].elementsEqual(other) }
    }
}
