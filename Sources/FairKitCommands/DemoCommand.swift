import ArgumentParser
import FairKitCore
import FairKitRuntime
import FairKitServer
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Glibc
import Hummingbird
import KeyRing
import Logging
import ServiceLifecycle
import TextEncodings
import UnixSignals

/// `fairkit demo`: the whole workflow in a new encrypted store, through the real HTTP server.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show the whole workflow with the sample photos, in a new store that is deleted afterwards.",
        discussion: """
            Example:
              fairkit demo --images images
            """)

    @Option(help: ArgumentHelp("The folder with the sample photos and their manifest.json.", valueName: "dir"))
    var images = "images"

    @Option(help: ArgumentHelp("Where to keep the person's report; otherwise it is not kept.", valueName: "file"))
    var pdf: String?

    func run() async throws {
        let photos = try DemoPhotos(directory: images)
        let path = FileManager.default.temporaryDirectory.path() + "fairkit-demo-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await notify(photos, on: try await makeInstallation(DataDirectory(path: path)))
        try showFiles(in: "\(path)/tenants/default")
    }

    /// Runs the server and the story beside each other, and closes the store.
    private func notify(_ photos: DemoPhotos, on installation: any Installation) async throws {
        defer { installation.close() }
        let (address, started) = AsyncStream.makeStream(of: String.self)
        var settings = ServerSettings(host: "127.0.0.1", port: 0)
        // The photos belong to the user who runs the demonstration, so a weaker sandbox is acceptable.
        settings.acceptsWeakerCage = true
        let (server, tenants) = try await buildServer(
            installation, socket: nil, settings: settings, metrics: ServerMetrics(version: FairKitCommand.version),
            logger: standardLogger(level: .warning)
        ) {
            started.yield($0)
        }
        let tenancy = try await tenants.use(.standard).tenancy
        let administrator = try await tenancy.keys.create(name: "demo", for: .administrator, by: .command).secret.text
        let group = ServiceGroup(
            configuration: .init(
                services: [server], gracefulShutdownSignals: [.sigint, .sigterm], logger: server.logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for await address in address {
                do {
                    let story = DemoStory(
                        address: address, photos: photos, administrator: administrator, tenancy: tenancy, pdf: pdf)
                    try await story.notify()
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func makeInstallation(_ directory: DataDirectory) async throws -> FileInstallation {
        let key = try MasterKey.random()
        try directory.initialise { () throws(KeyError) in key }
        return try await FileInstallation.open(directory, at: systemTime(), keyFrom: .given) { () throws(KeyError) in
            key
        }
    }

    /// Shows that no data of the story is unencrypted on the disk. The store is closed: see the notes at `DirectoryLock`.
    private func showFiles(in directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        where name.hasPrefix("health") {
            let bytes = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
            let start = bytes.prefix(8).map { hexadecimal([$0]) }.joined(separator: " ")
            let isClear = ["SQLite format 3", "Otieno"].contains { bytes.firstRange(of: Data($0.utf8)) != nil }
            guard !isClear else { throw OperatorError("\(name) holds unencrypted data of the demonstration.") }
            print("\nOn the disk: \(name), \(bytes.count / 1024) KB that begin \(start), all of it encrypted.")
        }
    }
}
