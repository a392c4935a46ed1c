import ArgumentParser
import Hummingbird
import Logging

/// `empty-route`: Hummingbird with one route that answers nothing, to hold FairKit's against.
struct EmptyRoute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "empty-route")

    @Option var port: Int

    func run() async throws {
        let router = Router()
        router.get("/") { _, _ in HTTPResponse.Status.ok }
        let server = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil),
            logger: Logger(label: "empty") { _ in SwiftLogNoOpLogHandler() })
        try await server.runService()
    }
}
