import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit alert policy`
struct AlertPolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show or set whom an open alert tells, and when.",
        discussion: """
            A change applies to alerts that are raised from now on. The file is the body of
            PUT /api/v1/escalation-policies/{band}.

            Examples:
              fairkit alert policy
              fairkit alert policy --set steps.json
              fairkit alert policy --default
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The band of the alerts.")
    var band = 0

    @Option(help: ArgumentHelp("Set the policy that a file holds as JSON.", valueName: "file"))
    var set: String?

    @Flag(name: .customLong("default"), help: "Restore the default policy.")
    var restoresDefault = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard (0...3).contains(band) else { throw ValidationError("The bands are 0, 1, 2 and 3.") }
        guard set == nil || !restoresDefault else { throw ValidationError("Use either --set or --default.") }
    }

    func run() async throws {
        let path = "/api/v1/escalation-policies/\(band)"
        let steps = try set.map { try AlertPolicyCommand.request(in: $0) }
        let reply = try await options.settings().withServer { [restoresDefault] client in
            if restoresDefault { try await client.delete(path) }
            guard let steps else { return try await client.get(path) }
            return try await client.put(path, json: steps)
        }
        guard !json else { return print(reply.text) }
        let policy = try reply.decode(EscalationPolicyBody.self)
        Table(
            ["AFTER", "TELLS", "REPEATS"],
            policy.steps.map { step in
                [
                    minutes(step.afterSeconds), step.tell.joined(separator: " "),
                    step.repeatSeconds.map { "every \(minutes($0))" } ?? "",
                ]
            }
        ).show()
    }

    private static func request(in path: String) throws -> EscalationPolicyRequest {
        guard let file = try? Data(contentsOf: URL(filePath: path)) else {
            throw OperatorError("\(path) can't be read.")
        }
        do { return try JSONDecoder().decode(EscalationPolicyRequest.self, from: file) } catch {
            throw OperatorError(
                "\(path) does not hold a policy: a JSON object with steps, each with afterSeconds and tell.")
        }
    }

    private func minutes(_ seconds: Int64) -> String {
        seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
    }
}
