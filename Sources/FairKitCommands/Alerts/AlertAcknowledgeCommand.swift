import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit alert acknowledge`
struct AlertAcknowledgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Acknowledge an alert by read-back, as a clinician who signs in.",
        discussion: """
            First call the patient or a colleague, and read the level and two identifiers
            back. The command asks for the clinician's password, and for a code if the
            account has a second factor; without a terminal, it reads them as lines of
            standard input. It ends the session afterwards. The server has to run.

            If the laboratory withdrew the result, leave out --value and --unit.

            Example:
              fairkit alert acknowledge 0193… --as grace@example.org --value 820 \\
                --unit mg/dL --birth-date 1980-02-29 --family-name Mwangi \\
                --reached patient-by-phone
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The alert's id.")
    var id: String

    @Option(name: .customLong("as"), help: ArgumentHelp("The clinician's e-mail address.", valueName: "email"))
    var email: String

    @Option(help: ArgumentHelp("The level as it was reported.", valueName: "number"))
    var value: String?

    @Option(help: "The unit in which it was reported.", completion: .list(AATUnit.allCases.map(\.rawValue)))
    var unit: String?

    @Option(help: ArgumentHelp("The patient's birth date.", valueName: "date"))
    var birthDate: String?

    @Option(help: ArgumentHelp("The patient's family name.", valueName: "name"))
    var familyName: String?

    @Option(help: ArgumentHelp("The code of the test kit.", valueName: "code"))
    var kitCode: String?

    @Option(help: ArgumentHelp("The laboratory's number of the result.", valueName: "text"))
    var reference: String?

    @Option(
        help: ArgumentHelp(
            "How the patient or a colleague was reached: \(ReadBack.Reached.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "way"),
        completion: .list(ReadBack.Reached.allCases.map(\.rawValue)))
    var reached: String

    @Option(help: ArgumentHelp("What else should be kept.", valueName: "text"))
    var note: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard AlertID(id) != nil else {
            throw ValidationError("This is not the id of an alert. fairkit alert list shows the ids.")
        }
        guard value.map({ Decimal(string: $0) != nil }) ?? true else {
            throw ValidationError("--value is a number such as 820.")
        }
    }

    func run() async throws {
        let body = AcknowledgeRequest(
            value: value.flatMap { Decimal(string: $0) }.map { ExactNumber($0) }, unit: unit,
            identifiers: .init(birthDate: birthDate, familyName: familyName, kitCode: kitCode, reference: reference),
            reached: reached, note: note)
        let (email, path) = (email, "\(AlertCommand.path)/\(id)/acknowledge")
        let settings = try options.settings()
        let password = try askForSecret("Password of \(email)")
        let reply: Reply
        do {
            reply = try await settings.withRunningServer { client in
                let person = try await SignedInPerson(email, password: password, to: client) {
                    try askForSecret("Code of the second factor")
                }
                let outcome: Result<Reply, any Error>
                do { outcome = .success(try await person.post(path, json: body)) } catch { outcome = .failure(error) }
                await person.signOut()
                return try outcome.get()
            }
        } catch is NoServer {
            throw OperatorError("No server runs on this data directory. Start it first: people sign in to a server.")
        }
        guard !json else { return print(reply.text) }
        let done = try reply.decode(AlertLoopBody.self)
        showFacts([
            ("alert", done.alert.id), ("acknowledged", done.acknowledgement.map { minute($0.at) }),
            ("by account", done.acknowledgement?.accountId), ("reached", done.acknowledgement?.reached),
        ])
    }
}
