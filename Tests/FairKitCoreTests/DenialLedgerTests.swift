import FairKitCore
import Testing

@Suite struct `A ledger of refusals` {
    private let start = Timestamp(milliseconds: 1_795_262_400_000)
    private var minuteLater: Timestamp { start.advanced(by: DenialLedger.period) }
    private let actor = ActorID.new(at: Timestamp(milliseconds: 1))

    private func denial(
        _ reason: Denial.Reason = .forbidden, about patient: ProfileID? = nil, by id: ActorID? = nil,
        breakGlass: Bool = false, route: String = "/api/v1/results"
    ) -> Denial {
        Denial(
            source: .known(Denial.Requester(id: id ?? actor, reason: reason, breakGlass: breakGlass)),
            actor: AuditActor(key: .machine), route: route, requestID: "request", patient: patient)
    }

    private func unknownSource(_ address: String?, _ requestID: String = "request") -> Denial {
        Denial(
            source: .unknown(address: address), actor: AuditActor(key: nil, address: address),
            route: "/api/v1/results", requestID: requestID)
    }

    private func patient(_ number: Int64) -> ProfileID { .new(at: Timestamp(milliseconds: number)) }

    private func entries(_ records: [DenialLedger.Record]) -> [AuditEntry] {
        records.flatMap { $0.entries(at: minuteLater) }
    }

    @Test func `writes an entry for each of the first sixty, and one for the rest`() {
        var ledger = DenialLedger()
        let person = patient(5)
        let single = (0..<60).compactMap { _ in ledger.enter(denial(about: person), at: start) }
        #expect(single.count == 60)
        #expect(entries(single).allSatisfy { $0.profileID == person && $0.times == 1 && $0.patients.isEmpty })
        for _ in 0..<40 { #expect(ledger.enter(denial(about: person), at: start) == nil) }
        #expect(ledger.take(at: start.advanced(by: .seconds(59))).isEmpty)
        let counted = entries(ledger.take(at: minuteLater))
        #expect(counted.map(\.times) == [40])
        #expect(counted.map(\.patients) == [[person]])
        #expect(ledger.take(at: minuteLater, atOnce: true).isEmpty)
        #expect(ledger.enter(denial(), at: minuteLater) != nil, "a new minute has begun")
    }

    @Test func `writes one entry at once for hidden records, and one with all patients`() {
        var ledger = DenialLedger()
        let people = (1...3).map { patient($0) }
        let single = people.compactMap { ledger.enter(denial(.missed, about: $0), at: start) }
        #expect(entries(single).map(\.profileID) == [people[0]])
        let counted = entries(ledger.take(at: start, atOnce: true))
        #expect(counted.map(\.times) == [2])
        #expect(counted.map(\.patients) == [Set(people[1...])])
    }

    @Test func `counts each actor, each reason and emergency access separately`() {
        var ledger = DenialLedger()
        let other = ActorID.new(at: Timestamp(milliseconds: 2))
        let kinds = [
            denial(.missed), denial(.missed, by: other), denial(.missed, breakGlass: true), denial(.forbidden),
        ]
        #expect(kinds.compactMap { ledger.enter($0, at: start) }.count == 4)
        for denial in kinds { _ = ledger.enter(denial, at: start) }
        let counted = entries(ledger.take(at: minuteLater))
        #expect(counted.map(\.times) == [1, 1, 1], "the second forbidden one has an entry of its own")
        #expect(counted.count { $0.breakGlass } == 1)
    }

    @Test func `writes an entry once it has a hundred patients`() {
        var ledger = DenialLedger()
        var given = 0
        for number in 0...250 where ledger.enter(denial(.missed, about: patient(Int64(number))), at: start) != nil {
            given += 1
        }
        #expect(given == 3)
        #expect(entries(ledger.take(at: minuteLater)).map(\.times) == [50])
    }

    @Test func `writes one entry at once for each address, and one for the rest`() {
        var ledger = DenialLedger()
        #expect(entries([ledger.enter(unknownSource("192.0.2.1"), at: start)].compactMap(\.self)).map(\.times) == [1])
        for number in 0..<39 {
            #expect(ledger.enter(unknownSource("192.0.2.1", "request \(number)"), at: start) == nil)
        }
        let counted = entries(ledger.take(at: minuteLater))
        #expect(counted.map(\.times) == [39])
        #expect(counted.map(\.requestID) == ["request 38"])
        #expect(counted.map(\.actor) == [AuditActor(key: nil, address: "192.0.2.1")])
    }

    @Test func `counts addresses beyond the limit together`() {
        var ledger = DenialLedger()
        var single = 0
        for number in 0..<1000 {
            for _ in 0..<2 where ledger.enter(unknownSource("2001:db8::\(number)"), at: start) != nil { single += 1 }
        }
        let counted = entries(ledger.take(at: minuteLater))
        #expect(single + counted.map(\.times).reduce(0, +) == 2000)
        #expect(counted.count <= DenialLedger.maxAddresses + 1)
        #expect(counted.contains { $0.actor.address == nil })
    }

    @Test func `writes an entry for each refusal of actors beyond the limit`() {
        var ledger = DenialLedger()
        for number in 0..<DenialLedger.maxKnown {
            _ = ledger.enter(denial(.missed, by: .new(at: Timestamp(milliseconds: Int64(number)))), at: start)
        }
        let late = ActorID.new(at: start)
        for _ in 0..<3 { #expect(ledger.enter(denial(.missed, by: late), at: start) != nil) }
    }

    @Test func `keeps counting what could not be written`() {
        var ledger = DenialLedger()
        let (first, second) = (patient(1), patient(2))
        let single = ledger.enter(denial(.missed, about: first), at: start)
        ledger.keep([single].compactMap(\.self), at: start)
        _ = ledger.enter(denial(.missed, about: second), at: start)
        _ = ledger.enter(unknownSource("192.0.2.1"), at: start)
        _ = ledger.enter(unknownSource("192.0.2.1"), at: start)
        let taken = ledger.take(at: minuteLater)
        #expect(entries(taken).map(\.times) == [1, 2])
        ledger.keep(taken, at: minuteLater)
        #expect(ledger.take(at: minuteLater).isEmpty, "another minute has begun")
        #expect(ledger.enter(unknownSource("192.0.2.1"), at: minuteLater) == nil)
        #expect(ledger.enter(denial(.missed, about: second), at: minuteLater) == nil, "it had its single entry")
        let later = entries(ledger.take(at: minuteLater.advanced(by: DenialLedger.period)))
        #expect(later.map(\.times) == [2, 3])
        #expect(later.last?.patients == [first, second])
    }

    @Test func `writes an entry for each hundred patients of a delayed count`() {
        var ledger = DenialLedger()
        _ = ledger.enter(denial(.missed), at: start)
        for number in 1...250 {
            guard let full = ledger.enter(denial(.missed, about: patient(Int64(number))), at: start) else { continue }
            ledger.keep([full], at: start)
        }
        let counted = entries(ledger.take(at: minuteLater))
        #expect(counted.map(\.times).reduce(0, +) == 250)
        #expect(counted.map(\.patients.count) == [100, 100, 50])
    }
}
