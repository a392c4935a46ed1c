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
        await FairKitCommand.main()
    }
}
