import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit care assign`
struct CareAssignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Assign a clinician to a person, so that the clinician can see the record.",
        discussion: """
            A signed-in clinician sees the people in their care. They see the results only if the person consents.

            Examples:
              fairkit care assign --account 0193… --profile 0193…
              fairkit care assign --account 0193… --profile 0193… --to 2026-12-24T00:00:00Z
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The id of the clinician's account.")
    var account: String

    @Option(help: "The id of the person's profile.")
    var profile: String

    @Option(help: ArgumentHelp("The start, in UTC. Without it: now.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("The end, in UTC. Without it: until you end the assignment.", valueName: "time"))
    var to: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        try CareCommand.check(account: account, profile: profile)
        for (name, text) in [("from", from), ("to", to)] {
            guard text.map({ Timestamp($0) != nil }) ?? true else {
                throw ValidationError("--\(name) is a time in UTC such as 2026-12-24T08:00:00Z.")
            }
        }
    }

    func run() async throws {
        let body = CareRequest(accountId: account, profileId: profile, from: from, to: to)
        let reply = try await options.settings().withServer { try await $0.post(CareCommand.path, json: body) }
        if json { return print(reply.text) }
        print(try reply.decode(CareBody.self).id)
    }
}
