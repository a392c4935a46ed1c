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

    @Option(help: "The given name.")
    var given: String?

    @Option(help: "The family name.")
    var family: String?

    @Option(help: "The birth date, YYYY-MM-DD.")
    var birthDate: String?

    @Option(help: "female, male, other or unknown.", completion: .list(["female", "male", "other", "unknown"]))
    var sex: String?

    @Option(help: "The e-mail address.")
    var email: String?

    @Option(help: "The phone number, +254….")
    var phone: String?

    @Option(help: "en, es or sw.", completion: .list(["en", "es", "sw"]))
    var language: String?

    @Option(help: "The time zone, such as Africa/Nairobi.")
    var timeZone: String?

    @Option(help: "The genotype, if it is known: such as MM, MZ, ZZ.")
    var genotype: String?

    @Option(
        help: ArgumentHelp("What the person has agreed to; repeat it for both.", valueName: "clinicians|partners"),
        completion: .list(["clinicians", "partners"]))
    var consent: [String] = []

    @Option(
        help: ArgumentHelp("What the person agrees to no longer.", valueName: "clinicians|partners"),
        completion: .list(["clinicians", "partners"]))
    var withdraw: [String] = []

    @Option(help: "A file with the change as JSON, instead of the options above.", completion: .file())
    var file: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard (consent + withdraw).allSatisfy(["clinicians", "partners"].contains),
            Set(consent).isDisjoint(with: withdraw)
        else { throw ValidationError("--consent and --withdraw are clinicians or partners, and not of the same.") }
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

    private var patch: [String: JSONTree] {
        func object(_ members: [(String, JSONTree?)]) -> JSONTree? {
            let given = Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name, $0) } })
            return given.isEmpty ? nil : .object(given)
        }
        func text(_ value: String?) -> JSONTree? { value.map { .text($0) } }
        let consents = ["clinicians", "partners"].map { name -> (String, JSONTree?) in
            (name, consent.contains(name) ? .bool(true) : withdraw.contains(name) ? .bool(false) : nil)
        }
        let members: [(String, JSONTree?)] = [
            ("name", object([("given", text(given)), ("family", text(family))])), ("birthDate", text(birthDate)),
            ("sex", text(sex)), ("contact", object([("email", text(email)), ("phone", text(phone))])),
            ("language", text(language)), ("timeZone", text(timeZone)), ("knownGenotype", text(genotype)),
            ("consents", object(consents)),
        ]
        guard case .object(let given)? = object(members) else { return [:] }
        return given
    }
}
