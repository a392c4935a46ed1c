package import FairKitCore
import FoundationEssentials
import Synchronization

/// The system's time zones, read from their compiled files (RFC 9636) when first asked for.
///
/// FoundationEssentials knows no zone but GMT, and all of Foundation would cost every scan worker its start-up.
package final class TimeZones: Sendable {
    private let directory: String
    private let known = Mutex<[String: TimeZoneFile?]>([:])

    package init(directory: String = "/usr/share/zoneinfo") {
        self.directory = directory
    }

    /// Seconds east of UTC at a time; 0 for a zone that this machine does not know.
    /// - Parameter name: an IANA name, whose form has been checked: it can't leave the directory.
    package func offset(of name: String, at time: Timestamp) -> Int {
        known.withLock { known in
            if let file = known[name] { return file?.offset(at: time) ?? 0 }
            let path = "\(directory)/\(name)"
            let bytes = (try? Data(contentsOf: URL(filePath: path))).map { Array($0) }
            let file = bytes.flatMap { TimeZoneFile($0) }
            known[name] = .some(file)
            return file?.offset(at: time) ?? 0
        }
    }
}
