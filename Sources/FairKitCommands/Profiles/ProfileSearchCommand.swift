import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile search`
struct ProfileSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find people by parts of a name, a phone number, a kit code and the like, or by exact values.",
        discussion: """
            The text can hold parts of three letters or more, in any order: of the name, the e-mail address, the phone number, a kit code, an \
            identifier or the birth date. Case and accents do not matter. All words must match, and the best matches come first. At most 20 \
            people are shown. The audit log records the search.

            The options search for exact values instead. If you give several, all must match.

            Examples:
              fairkit profile search otieno
              fairkit profile search "oti ada 1980"
              fairkit profile search 2025110701
              fairkit profile search --email ada@example.org
              fairkit profile search --family Otieno --birth-date 1980-02-29
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "What to search for, in quotes if it has spaces.")
    var text: String?

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
        let isExact = email != nil || phone != nil || family != nil || given != nil || birthDate != nil
        if let text {
            guard !isExact else { throw ValidationError("Give a text, or options for exact values; not both.") }
            do { _ = try PeopleQuery(text) } catch {
                throw ValidationError("The text needs \(error.fields.map(\.detail).joined(separator: "; ")).")
            }
            return
        }
        guard email != nil || phone != nil || family != nil else {
            throw ValidationError("Give a text, or --email, --phone, or --family and --birth-date.")
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
        let body =
            text.map { ProfileSearchRequest(text: $0) }
            ?? ProfileSearchRequest(email: email, phone: phone, name: name, birthDate: birthDate)
        let found = try await options.settings().withServer {
            try await $0.post("\(ProfileCommand.path)/search", json: body, repeatable: true)
                .decode(Found.self)
        }
        try showList(found.items, json: json, ["ID", "NAME", "BIRTH DATE", "E-MAIL", "PHONE"]) {
            (person: ProfileBody) in
            [
                orDash(person.id), person.name.full, person.birthDate,
                orDash(person.contact?.email), orDash(person.contact?.phone),
            ]
        }
        if !json, let note = found.note { print(note) }
    }

    /// A page of found people.
    private struct Found: Decodable {
        let items: [JSONTree]
        let nextCursor: Cursor?
        let incomplete: String?

        /// What else the caller should know.
        var note: String? {
            switch incomplete {
            case "indexing": "The search index is still being built: people may be missing."
            case "too-many": "Many more people match. Add letters or a word."
            default: nextCursor == nil ? nil : "More people match. Add letters or a word."
            }
        }
    }
}
