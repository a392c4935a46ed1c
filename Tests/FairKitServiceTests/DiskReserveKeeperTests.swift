import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Support
import Testing

@Suite(.onFiles) struct `Keeping the reserve` {
    private let house: TestHouse
    private var place: String { "\(house.directory.path)/reserve" }

    init() throws { house = try TestHouse() }

    @Test func `logs once that the disk is full, and once that it has space again`() async throws {
        // A folder in place of the reserve prevents its creation.
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        _ = try house.held.makeReserve()
        let lines = Lines()
        let clock = ScriptedClock { [place] look in
            switch look {
            case 1, 2, 4: return
            case 3: try FileManager.default.removeItem(atPath: place)
            default: throw CancellationError()
            }
        }
        try await DiskReserveKeeper(held: house.held, clock: clock, logger: lines.logger).run()
        #expect(lines.all.count == 2)
        #expect(lines.all.first?.hasPrefix("error the disk is full") == true)
        #expect(lines.all.last?.hasPrefix("notice the disk has free space again") == true)
        #expect(!house.store.isDiskFull)
    }

    @Test func `logs both if the disk was full for less than an interval`() async throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        _ = try house.held.makeReserve()
        try FileManager.default.removeItem(atPath: place)
        let lines = Lines()
        let clock = ScriptedClock { _ in throw CancellationError() }
        try await DiskReserveKeeper(held: house.held, clock: clock, logger: lines.logger).run()
        #expect(lines.all.count == 2)
    }
}
