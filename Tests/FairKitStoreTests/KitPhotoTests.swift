import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A kept photo` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `is deleted after it expires, and no other is`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let kept = try await store.write { (tx) throws(DatabaseError) in
                try tx.keepPhoto([1, 2, 3], of: KitID(number: 1), until: Example.now)
                try tx.keepPhoto([4, 5, 6], of: KitID(number: 2), until: Example.now.advanced(by: .milliseconds(1)))
                var counts = [try tx.deleteExpired(.photos, at: Example.now.advanced(by: .milliseconds(-1)))]
                counts.append(try tx.deleteExpired(.photos, at: Example.now))
                counts.append(try tx.deleteExpired(.photos, at: Example.now))
                #expect(counts == [0, 1, 0])
                return [try tx.photo(of: KitID(number: 1)), try tx.photo(of: KitID(number: 2))]
            }
            #expect(kept == [nil, [4, 5, 6]])
        }
    }

    @Test func `is deleted with a hundred at a time, the oldest first`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.write { (tx) throws(DatabaseError) in
                for number in 100..<250 as Range<Int64> {
                    try tx.insertKit(Example.kit(number), at: Example.now)
                    let expiry = Example.now.advanced(by: .seconds(-number))
                    try tx.keepPhoto([UInt8(number)], of: KitID(number: number), until: expiry)
                }
            }
            let first = try await store.write { (tx) throws(DatabaseError) in
                try tx.deleteExpired(.photos, at: Example.now)
            }
            let left = try await store.values("SELECT kit_id FROM kit_photo ORDER BY kit_id", as: KitID.self)
            #expect(first == 100)
            #expect(left == (100..<150).map { KitID(number: $0) })
            let second = try await store.write { (tx) throws(DatabaseError) in
                try tx.deleteExpired(.photos, at: Example.now)
            }
            #expect(second == 50)
        }
    }

    @Test func `is one of at most twenty per person, and about four thousand per tenant`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.write { (tx) throws(DatabaseError) in
                let owner = Example.patient
                let other = ProfileID.new(at: Example.now)
                for number in 1000..<1020 as Range<Int64> {
                    #expect(try tx.photoLimitReached(of: owner) == nil)
                    try tx.insertKit(Example.kit(number), at: Example.now)
                    try tx.keepPhoto([1], of: KitID(number: number), until: Example.now)
                }
                #expect(try tx.photoLimitReached(of: owner) == .profile)
                #expect(try tx.photoLimitReached(of: other) == nil)
                for number in 1020..<5096 as Range<Int64> {
                    try tx.insertKit(Example.kit(number), at: Example.now)
                    try tx.keepPhoto([1], of: KitID(number: number), until: Example.now)
                }
                #expect(try tx.photoLimitReached(of: other) == .tenant)
                try tx.deletePhoto(of: KitID(number: 1000))
                #expect(try tx.photoLimitReached(of: other) == nil)
            }
        }
    }

    /// A sealed photo may have some bytes more, and its condition leaves room for them.
    @Test(arguments: [(262_144, true), (TestEngine.current == .files ? 262_145 : 262_209, false)])
    func `has at most 256 KB`(count: Int, isKept: Bool) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let photo = [UInt8](repeating: 7, count: count)
            do throws(DatabaseError) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.keepPhoto(photo, of: KitID(number: 1), until: Example.now)
                }
                #expect(isKept)
            } catch {
                #expect(!isKept, "\(error)")
            }
        }
    }
}
