import ArgumentParser
import Configuration
import FairKitStore
import Glibc
import Hummingbird
import Logging
import NIOCore

/// `fairkit serve`: runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server until SIGTERM or SIGINT.",
        discussion: """
            Examples:
              fairkit serve --data /var/lib/fairkit
              FAIRKIT_DATA=/var/lib/fairkit fairkit serve --port 9000
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("The address to listen on (FAIRKIT_HOST, 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("The port; 0 lets the system choose (FAIRKIT_PORT, 8080).", valueName: "port"))
    var port: String?

    func run() async throws {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let host { values["fairkit.host"] = ConfigValue(.string(host), isSecret: false) }
        if let port { values["fairkit.port"] = ConfigValue(.string(port), isSecret: false) }
        let settings = try options.settings(values)
        let store = try settings.openStore()
        defer { store.close() }
        let logger = standardLogger()
        let server = buildServer(
            store: store, socket: try ControlSocket(in: settings.data.path), host: settings.host, port: settings.port,
            logger: logger
        ) { address in
            logger.notice("listening", metadata: ["address": "\(address)"])
        }
        do {
            try await server.runService()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw Refusal(
                "Port \(settings.port) on \(settings.host) is in use. Stop the other program, or choose another --port."
            )
        } catch let error as IOError {
            let reason = unsafe String(cString: strerror(error.errnoCode))
            throw Refusal("\(settings.host):\(settings.port) can't be listened on: \(reason). Check --host and --port.")
        } catch is SocketAddressError.UnknownHost {
            throw Refusal("\(settings.host) is not known as a host. Check --host.")
        }
        logger.notice("stopped")
    }
}
