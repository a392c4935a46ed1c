import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit care assign`
struct CareAssignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Say that a clinician cares for a person, who may then see their record.",
        discussion: """
            A clinician who has signed in sees those in their care, and of their results those of who lets clinicians see them.

            Examples:
              fairkit care assign --account 0193… --profile 0193…
              fairkit care assign --account 0193… --profile 0193… --to 2026-12-24T00:00:00Z
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The clinician's account: its id.")
    var account: String

    @Option(help: "The person's profile: its id.")
    var profile: String

    @Option(help: ArgumentHelp("From this time on, in UTC; now if it is left out.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Before this time, in UTC; until it is ended if it is left out.", valueName: "time"))
    var to: String?

    @Flag(help: "Answer as JSON.")
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
