import ArgumentParser
import FairKitAPI
import FoundationEssentials
import NIOHTTP1

/// `fairkit profile add`
struct ProfileAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a person's profile, and print its id.",
        discussion: """
            Other users of this machine can see command lines. To hide personal data, use --file: a file with the same JSON as in the API, \
            or - for standard input.

            Examples:
              fairkit profile add --given Ada --family Otieno --birth-date 1980-02-29 \\
                --time-zone Africa/Nairobi --consent clinicians
              fairkit profile add --file person.json
            """)

    @OptionGroup var options: StoreOptions

    @OptionGroup var facts: ProfileFacts

    @Option(
        help: "A file with the whole profile as JSON; - is standard input. It replaces the options above.",
        completion: .file())
    var file: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        let members = facts.members()
        guard file == nil || members.isEmpty else {
            throw ValidationError("--file holds the whole profile: remove the other options.")
        }
        guard file != nil || facts.given != nil && facts.family != nil && facts.birthDate != nil else {
            throw ValidationError("A profile needs --given, --family and --birth-date, or a --file.")
        }
    }

    func run() async throws {
        let body = try body()
        let reply = try await options.settings().withServer { client in
            var request = client.request(.POST, ProfileCommand.path, as: .administrator)
            request.headers += [("Content-Type", "application/json"), ("Idempotency-Key", UUID().uuidString)]
            request.body = body
            return try await client.answer(to: request)
        }
        if json { print(reply.text) } else { print(try reply.decode(ProfileBody.self).id ?? "") }
    }

    private func body() throws -> Data {
        if let file { return try wholeFile(file) }
        return try JSONEncoder().encode(JSONTree.object(facts.members()))
    }
}
