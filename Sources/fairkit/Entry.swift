import ArgumentParser
import BarcodeReader
import FairKitCommands
import FairKitServer
import Glibc
import Typesetting

import enum FairKitCore.DrawingRequest

/// The entry point of the process. A scan worker branches off before any await, while there is only one thread.
@main enum Entry {
    static func main() async {
        // A core dump must not write health data and keys to the disk in plain text.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // Files that the process creates in a data directory are private to its user.
        umask(0o077)
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == scanWorkerArgument {
            let drawing = SandboxedWork(kind: DrawingRequest.kind, limit: DrawingRequest.limit) {
                let hasFonts = Typesetter.prepare()
                return { Typesetter.answer($0, hasFonts: hasFonts) }
            }
            ScanWorker.run(arguments: Array(arguments.dropFirst()), drawing: drawing)
        }
        let status = await status()
        // Threads may still run, and close files. The ends of libraries, as of OpenSSL, would free memory that they use.
        fflush(nil)
        _exit(status)
    }

    /// Runs the command of the process, and prints its help or its error.
    /// - Returns: the exit status.
    private static func status() async -> Int32 {
        do {
            var command = try FairKitCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return EXIT_SUCCESS
        } catch {
            let code = FairKitCommand.exitCode(for: error)
            let message = Array("\(FairKitCommand.fullMessage(for: error))\n".utf8)
            if message.count > 1 {
                _ = unsafe write(code.isSuccess ? STDOUT_FILENO : STDERR_FILENO, message, message.count)
            }
            return code.rawValue
        }
    }
}
