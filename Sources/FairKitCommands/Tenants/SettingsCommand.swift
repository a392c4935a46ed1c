import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit settings`
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set the settings of a tenant.",
        discussion: """
            Without a name, the command shows all settings. fairkit api PATCH settings --describe explains them. Dots lead to members \
            of a setting, and several values make a list.

            Examples:
              fairkit settings
              fairkit settings registration closed
              fairkit settings suspectHoldHours 0 --tenant kisumu-clinic
              fairkit settings jumpFactors.g/L 3.5
              fairkit settings newsHosts news.example.org studies.example.org
            """)

    @OptionGroup var caller: CallerOptions

    @Argument(
        help: "The setting.",
        completion: .custom { _, _, _ in names })
    var name: String?

    @Argument(help: "Its new value. Without one, the command shows the current value.")
    var value: [String] = []

    @Flag(help: "Print the result as JSON.")
    var json = false

    private static let path = "settings"

    /// The settings that the API takes.
    private static var names: [String] {
        Operation.at(path).operations.first { $0.method == "PATCH" }
            .flatMap { try? $0.details().body?.members?.compactMap(\.name) } ?? []
    }

    func run() async throws {
        let call =
            try value.isEmpty
            ? APICall([SettingsCommand.path])
            : APICall(["PATCH", SettingsCommand.path], fields: value.map { "\(name ?? "")=\($0)" })
        let reply = try await caller.send(call)
        guard !json else { return print(reply.text) }
        guard case .object(let settings) = try reply.decode(JSONTree.self) else { return }
        guard let name else {
            let rows = settings.sorted { $0.key < $1.key }.map { [$0.key, $0.value.sent(at: "") ?? ""] }
            return Table(["SETTING", "VALUE"], rows).show()
        }
        let parts = name.split(separator: ".").map(String.init)
        guard let first = parts.first, settings[first] != nil || SettingsCommand.names.contains(first) else {
            throw wrongArgument("There is no setting \(name). fairkit settings shows all of them.")
        }
        let pointer = parts.map { "/" + $0.replacing("/", with: "~1") }.joined()
        print(JSONTree.object(settings).sent(at: pointer)?.printable ?? "There is none.")
    }
}
