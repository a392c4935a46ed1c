package import FairKitCore
import FoundationEssentials
package import Logging
import SystemPackage

/// Logs to standard error, so that standard output holds only a command's output.
package func standardLogger(level: Logger.Level = .info) -> Logger {
    var logger = Logger(label: "fairkit") { StreamLogHandler(label: $0, stream: StandardError()) }
    logger.logLevel = level
    return logger
}

/// Writes each line to standard error with one system call. The kernel keeps lines of several threads apart without the
/// lock of the C library's stream.
private struct StandardError: TextOutputStream, Sendable {
    func write(_ line: String) {
        // A log line that can't be written can't be reported either.
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }
}

/// The system clock.
package let systemTime: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
