import ArgumentParser
import BarcodeReader
import FairKitCommands
import FairKitServer
import Glibc

/// Where the process begins. A scan worker branches off before any await, while there is one thread only.
@main enum Entry {
    static func main() async {
        // A trap must not write health data and keys to the disk in clear.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // What the process makes in a data directory is its user's alone.
        umask(0o077)
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == scanWorkerArgument { ScanWorker.run(arguments: Array(arguments.dropFirst())) }
        await FairKitCommand.main()
    }
}
