package import FairKitCore
import FoundationEssentials
package import Logging

/// Everything goes to standard error, so that standard output is a command's answer.
package func standardLogger(level: Logger.Level = .info) -> Logger {
    var logger = Logger(label: "fairkit") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
}

/// The time of day, as this machine has it.
package let systemTime: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
