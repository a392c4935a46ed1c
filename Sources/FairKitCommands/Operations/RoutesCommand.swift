import ArgumentParser
import FairKitServer

/// `fairkit routes`: for `scripts/routes`, not for operators.
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "Print the routes of the server as JSON.", shouldDisplay: false)

    func run() throws {
        print(String(decoding: servedRoutes(), as: UTF8.self), terminator: "")
    }
}
