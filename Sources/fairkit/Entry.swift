import ArgumentParser
import BarcodeReader

/// Where the process begins. A scan worker branches off before any await, while there is one thread only.
@main enum Entry {
    /// The first argument of a worker process.
    static let workerArgument = "scan-worker"

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == workerArgument { ScanWorker.run(arguments: Array(arguments.dropFirst())) }
        await FairKitCommand.main()
    }
}
