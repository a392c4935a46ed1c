package import FairKitCore
import FoundationEssentials
import Glibc
package import Logging
import SystemPackage

/// Logs to standard error, so that standard output holds only a command's output.
package func standardLogger(level: Logger.Level = .info) -> Logger {
    var logger = Logger(label: "fairkit") { LineLog(label: $0) }
    logger.logLevel = level
    return logger
}

/// Writes each event as a line to standard error, in the form of swift-log's own handler, with one system call. The kernel
/// keeps lines of several threads apart without the lock of the C library's stream.
///
/// Every request writes a line. The package's handler spends more instructions on it than a short request on its route.
private struct LineLog: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var facts = (event.metadata ?? [:]).map { (name: $0.key, value: $0.value) }
        for (name, value) in metadata where event.metadata?[name] == nil { facts.append((name, value)) }
        if let error = event.error {
            facts.append(("error.message", "\(error)"))
            facts.append(("error.type", "\(String(reflecting: type(of: error)))"))
        }
        facts.sort { $0.name < $1.name }
        var line = ""
        line.reserveCapacity(256)
        for part in [localTime, " ", event.level.rawValue, " ", label, ":"] { line += part }
        for (name, value) in facts {
            line += " "
            line += name
            line += "="
            if case .string(let text) = value { line += text } else { line += value.description }
        }
        for part in [" [", event.source, "] ", event.message.description, "\n"] { line += part }
        // A log line that can't be written can't be reported either.
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }

    /// `2026-11-21T02:19:44+0000`
    private var localTime: String {
        var (now, parts) = (unsafe time(nil), tm())
        unsafe localtime_r(&now, &parts)
        return unsafe String(unsafeUninitializedCapacity: 32) { text in
            unsafe text.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
            }
        }
    }
}

/// The system clock.
package let systemTime: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
