import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A search of the audit log by time` {
    private static func entry(_ seconds: Int) -> AuditEntry {
        AuditEntry(
            at: Example.now.advanced(by: .seconds(seconds)), actor: .server, action: .profileRead, object: "\(seconds)",
            profileID: nil, requestID: "r")
    }

    /// Hours: the clock runs, was a year ahead, was ten days behind, and runs again.
    private static let times = [0..<200, 8760..<8800, 200..<300, -240 ..< -200, 300..<400].flatMap { hours in
        hours.map { $0 * 3600 }
    }

    @Test(arguments: [1, 7, 600])
    func `finds every entry, whatever the clock did`(atOnce: Int) async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            let entries = Self.times.map { Self.entry($0) }
            for begin in stride(from: 0, to: entries.count, by: atOnce) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(Array(entries[begin..<min(begin + atOnce, entries.count)]))
                }
            }
            for (from, to) in [(0, 24), (-240, -230), (100, 320), (365 * 24, 365 * 24 + 5), (390, 9000), (-900, -800)] {
                var filter = AuditFilter()
                filter.from = Example.now.advanced(by: .seconds(from * 3600))
                filter.to = Example.now.advanced(by: .seconds(to * 3600))
                let found = try await store.read { [filter] (tx) throws(DatabaseError) in
                    try tx.auditEntries(filter, before: nil, limit: 1000).items.map(\.entry.object)
                }
                let hours = Self.times.reversed().filter { from * 3600 <= $0 && $0 < to * 3600 }
                let wanted: [String?] = hours.map { "\($0)" }
                #expect(found == wanted, "\(from) to \(to)")
            }
            let steps: [Int64] = try await store.values(
                "SELECT number FROM audit WHERE sets_back IS NOT NULL ORDER BY number")
            #expect(steps == [241, 341])
        }
    }

    @Test(arguments: [(241, "NULL"), (300, "1")] as [(Int64, String)])
    func `is not misled by a mark that someone changed`(number: Int64, mark: String) async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in try tx.record(Self.times.map { Self.entry($0) }) }
            #expect(try await store.verifyAudit().isSound)
            let intruder = try Intruder(scratch.place)
            defer { intruder.close() }
            try await intruder.run([
                SQL(stringLiteral: "UPDATE audit SET sets_back = \(mark) WHERE number = \(number)")
            ])
            #expect(try await store.verifyAudit().findings.first == .changed(number))
        }
    }
}
