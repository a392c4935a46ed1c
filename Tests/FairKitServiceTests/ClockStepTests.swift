import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Logging
import SQLCipher
import ServiceLifecycle
import Support
import Testing

/// A lease keeps its length whatever the clock of the machine is set to.
@Suite struct `A clock that is set` {
    private let code = "FU-KIT-2025110701-X"

    private func houseWithAlert(_ clock: any Clock<Duration> = StillClock()) async throws -> TestHouse {
        let house = try TestHouse(clock: clock)
        _ = try await house.record("N-1", code, 820, by: try await house.laboratory())
        return house
    }

    @Test(arguments: [7_200, 86_400 * 400] as [Int64])
    func `hides no alert that was leased while it was ahead`(seconds: Int64) async throws {
        let house = try await houseWithAlert()
        house.time.advance(by: .seconds(seconds))
        let ahead = try #require(try await house.claim().first)
        house.time.advance(by: .seconds(-seconds))
        let again = try #require(try await house.claim().first, "without anybody who follows the clock")
        #expect(again.number == ahead.number && again.token != ahead.token)
        #expect(try await house.claim().isEmpty, "it has a lease of its own now")
    }

    @Test func `ends a delay that is longer than any can be`() async throws {
        let house = try await houseWithAlert()
        house.time.advance(by: .seconds(7_200))
        let ahead = try #require(try await house.claim().first)
        _ = try await house.tenancy.deliveries.release(
            ["\(ahead.token)"], reason: nil, delaySeconds: 3600, in: "default", by: house.caller(.consumer))
        house.time.advance(by: .seconds(-7_200))
        #expect(try await house.claim().count == 1)
    }

    /// Steps of seconds to years in both directions, while the server runs: a lease of eight seconds ends after eight seconds.
    @Test(arguments: 1...20)
    func `neither shortens nor lengthens a lease`(seed: Int) async throws {
        var random = Steps(state: UInt64(seed))
        let clock = ManualClock()
        let house = try await houseWithAlert(clock)
        let follower = FollowClock(house.tenancy, logger: .quiet)
        let following = Task { try await follower.run() }
        defer { following.cancel() }
        /// Time passes: for the clock that is set, and for the one that is not.
        func pass(_ seconds: Int) async {
            for _ in 0..<seconds {
                await clock.untilSleeping(1)
                house.time.advance(by: .seconds(1))
                clock.advance(by: .seconds(1))
            }
            await clock.untilSleeping(1)
        }
        await pass(1)
        for _ in 0..<5 {
            let lease = try #require(try await house.claim().first)
            let spent = Int.random(in: 0...5, using: &random)
            await pass(spent)
            let size = Int64(1) << Int64.random(in: 2...28, using: &random)
            house.time.advance(by: .seconds(Bool.random(using: &random) ? size : -size))
            await pass(1)
            #expect(try await house.claim().isEmpty, "it is leased for \(7 - spent) seconds more")
            await pass(8 - spent)
            let next = try await house.claim()
            #expect(next.map(\.number) == [lease.number], "it is over")
            await pass(9)
        }
    }
}

/// The same numbers for the same seed (SplitMix64).
private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
