import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile search`
struct ProfileSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a person by exact e-mail address, phone number, or name and birth date.",
        discussion: """
            If you give several values, all must match. Case does not matter. At most 20 people are shown. The audit log records the search.

            Examples:
              fairkit profile search --email ada@example.org
              fairkit profile search --family Otieno --birth-date 1980-02-29
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The e-mail address.")
    var email: String?

    @Option(help: "The phone number, +254….")
    var phone: String?

    @Option(help: "The family name; needs --birth-date.")
    var family: String?

    @Option(help: "The given name; needs --family.")
    var given: String?

    @Option(help: "The birth date, YYYY-MM-DD.")
    var birthDate: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard email != nil || phone != nil || family != nil else {
            throw ValidationError("Give --email, --phone, or --family and --birth-date.")
        }
        guard (family == nil) == (birthDate == nil), given == nil || family != nil else {
            throw ValidationError("Give --family and --birth-date together; --given needs both.")
        }
        guard birthDate.map({ CalendarDate($0) != nil }) ?? true else {
            throw ValidationError("--birth-date is a day, YYYY-MM-DD.")
        }
    }

    func run() async throws {
        let name = family.map { ProfileSearchRequest.Name(given: given, family: $0) }
        let body = ProfileSearchRequest(email: email, phone: phone, name: name, birthDate: birthDate)
        let found = try await options.settings().withServer {
            try await $0.post("\(ProfileCommand.path)/search", json: body, repeatable: true)
                .decode(ListBody<JSONTree>.self).items
        }
        try showList(found, json: json, ["ID", "NAME", "BIRTH DATE", "E-MAIL", "PHONE"]) { (person: ProfileBody) in
            [
                orDash(person.id), "\(person.name.given) \(person.name.family)", person.birthDate,
                orDash(person.contact?.email), orDash(person.contact?.phone),
            ]
        }
    }
}
