import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// `fairkit profile change`
struct ProfileChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a person's profile.",
        discussion: """
            Facts that are not named stay as they are. Other users of this machine can see command lines. To hide personal data, use \
            --file: a JSON merge patch (RFC 7396), where null removes a value, in a file or, with -, on standard input.

            Examples:
              fairkit profile change 0193… --phone +254700000001 --language sw
              fairkit profile change 0193… --withdraw clinicians
              echo '{"contact": {"email": null}}' | fairkit profile change 0193… --file -
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @OptionGroup var facts: ProfileFacts

    @Option(
        help: ArgumentHelp("A consent that the person withdraws.", valueName: "clinicians|research|partners"),
        completion: .list(ProfileFacts.consents))
    var withdraw: [String] = []

    @Option(
        help: "A file with the change as JSON; - is standard input. It replaces the options above.", completion: .file()
    )
    var file: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard withdraw.allSatisfy(ProfileFacts.consents.contains), Set(facts.consent).isDisjoint(with: withdraw) else {
            throw ValidationError("--withdraw is clinicians, research or partners, and not the same as --consent.")
        }
        guard (file == nil) != patch.isEmpty else {
            throw ValidationError("Give the changed facts, or a --file with them, but not both.")
        }
    }

    func run() async throws {
        let (path, body) = ("\(ProfileCommand.path)/\(id)", try body())
        let reply = try await options.settings().withServer { client in
            let profile = try await client.get(path).decode(ProfileBody.self)
            var request = client.request(.PATCH, path, as: .administrator)
            request.headers += [
                ("Content-Type", "application/merge-patch+json"), ("If-Match", "\"\(profile.version ?? 1)\""),
            ]
            request.body = body
            return try await client.answer(to: request, repeatable: false)
        }
        if json { print(reply.text) } else { try reply.decode(ProfileBody.self).show() }
    }

    private func body() throws -> Data {
        if let file { return try wholeFile(file) }
        return try JSONEncoder().encode(JSONTree.object(patch))
    }

    private var patch: [String: JSONTree] { facts.members(withdrawn: withdraw) }
}
