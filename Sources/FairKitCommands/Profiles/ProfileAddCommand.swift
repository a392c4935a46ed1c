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
            Other users of this machine can see a command line: where that is a matter, use --file. It holds the same JSON \
            that the API takes; - is standard input.

            Examples:
              fairkit profile add --given Ada --family Otieno --birth-date 1980-02-29 \\
                --time-zone Africa/Nairobi --consent clinicians
              fairkit profile add --file person.json
            """)

    @OptionGroup var options: StoreOptions

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
        help: ArgumentHelp(
            "What the person has agreed to; repeat it for both. clinicians: clinicians see their results. partners: they are counted in partners' figures.",
            valueName: "clinicians|partners"),
        completion: .list(["clinicians", "partners"]))
    var consent: [String] = []

    @Option(help: "A file with the whole profile as JSON, instead of the options above.", completion: .file())
    var file: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard consent.allSatisfy(["clinicians", "partners"].contains) else {
            throw ValidationError("--consent is clinicians or partners.")
        }
        if file != nil {
            let others = [given, family, birthDate, sex, email, phone, language, timeZone, genotype]
            guard others.allSatisfy({ $0 == nil }), consent.isEmpty else {
                throw ValidationError("--file holds the whole profile; give no other facts beside it.")
            }
        } else if given == nil || family == nil || birthDate == nil {
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
        let contact = email == nil && phone == nil ? nil : ProfileBody.Contact(email: email, phone: phone)
        return try JSONEncoder().encode(
            ProfileBody(
                name: ProfileBody.Name(given: given ?? "", family: family ?? ""), birthDate: birthDate ?? "", sex: sex,
                contact: contact, language: language, timeZone: timeZone, knownGenotype: genotype,
                consents: ProfileBody.ConsentsBody(
                    clinicians: consent.contains("clinicians"), partners: consent.contains("partners"))))
    }
}
