package import FairKitCore
import FoundationEssentials
import Synchronization

/// The system's time zones, read from their compiled files (RFC 9636) on first use.
///
/// FoundationEssentials knows only GMT, and full Foundation would slow down the start of every scan worker.
package final class TimeZones: Sendable {
    private let directory: String
    /// At most one entry per zone file, since a name has exactly one spelling.
    private let known = Mutex<[String: TimeZoneFile]>([:])

    package init(directory: String = "/usr/share/zoneinfo") {
        self.directory = directory
    }

    /// Seconds east of UTC at a time; 0 for a zone that this machine does not know.
    ///
    /// - Parameter name: an IANA name of a checked form, so it can't leave the directory.
    package func offset(of name: String, at time: Timestamp) -> Int {
        file(name)?.offset(at: time) ?? 0
    }

    /// Whether this machine knows a zone.
    package func knows(_ name: String) -> Bool { file(name) != nil }

    /// A zone; nil: this machine does not know it.
    ///
    /// - Parameter name: an IANA name of a checked form, so it can't leave the directory.
    package func file(_ name: String) -> TimeZoneFile? {
        if let file = known.withLock({ $0[name] }) { return file }
        // Read outside the lock, which all kits of a tenant share.
        guard let bytes = try? Data(contentsOf: URL(filePath: "\(directory)/\(name)")),
            let file = TimeZoneFile(Array(bytes))
        else { return nil }
        known.withLock { $0[name] = file }
        return file
    }
}
