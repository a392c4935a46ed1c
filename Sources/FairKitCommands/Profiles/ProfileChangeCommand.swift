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
            What is not named stays as it is. --file holds a JSON merge patch (RFC 7396), in which null takes a value away; - is standard \
            input. Other users of this machine can see a command line: where that is a matter, use --file.

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
        help: ArgumentHelp("What the person agrees to no longer.", valueName: "clinicians|partners"),
        completion: .list(ProfileFacts.consents))
    var withdraw: [String] = []

    @Option(help: "A file with the change as JSON, instead of the options above.", completion: .file())
    var file: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard withdraw.allSatisfy(ProfileFacts.consents.contains), Set(facts.consent).isDisjoint(with: withdraw) else {
            throw ValidationError("--withdraw is clinicians or partners, and not what --consent names.")
        }
        guard (file == nil) != patch.isEmpty else {
            throw ValidationError("Name what changes, or a --file with it; not both.")
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
