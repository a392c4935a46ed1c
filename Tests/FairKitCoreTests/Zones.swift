import FairKitCore
import FoundationEssentials
import Testing

/// The machine's zone files, and short ways to write times.
enum Zones {
    /// Summer time in the north, without summer time, half an hour of it in the south.
    static let names = [
        "Europe/Madrid", "America/New_York", "Africa/Nairobi", "Australia/Lord_Howe", "Asia/Kathmandu",
        "Pacific/Apia", "UTC",
    ]

    static func zone(_ name: String) throws -> TimeZoneFile {
        try #require(TimeZoneFile([UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))))
    }

    static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
    static func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
    static func clock(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }
}

/// A small generator of the same numbers for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
