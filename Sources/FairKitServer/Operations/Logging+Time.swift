package import FairKitCore
import FoundationEssentials
package import Logging
import SystemPackage

/// Everything goes to standard error, so that standard output is a command's answer.
package func standardLogger(level: Logger.Level = .info) -> Logger {
    var logger = Logger(label: "fairkit") { StreamLogHandler(label: $0, stream: StandardError()) }
    logger.logLevel = level
    return logger
}

/// Standard error, by one call of the system a line. The kernel keeps the lines of several threads apart, and no thread waits for another, as
/// they would for the lock of the C library's stream.
private struct StandardError: TextOutputStream, Sendable {
    func write(_ line: String) {
        // A line that can't be written has no place to be told of.
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }
}

/// The time of day, as this machine has it.
package let systemTime: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
