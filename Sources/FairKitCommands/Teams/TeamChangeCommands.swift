import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// `fairkit team create`
struct TeamCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a team without members.",
        discussion: """
            The standard escalation tells the teams backup, on-call, director and operator.

            Example:
              fairkit team create on-call --time-zone Africa/Nairobi
            """)

    @OptionGroup var team: TeamOptions

    @Option(help: ArgumentHelp("The zone in which shifts are written, by its IANA name.", valueName: "zone"))
    var timeZone: String

    @Option(help: ArgumentHelp("What the team is for.", valueName: "text"))
    var description: String?

    func run() async throws {
        let body = TeamRequest(name: team.name, description: description, timeZone: timeZone)
        try team.show(
            try await team.options.settings().withServer { try await $0.post(TeamCommand.path, json: body) })
    }
}

/// `fairkit team change`
struct TeamChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a team's time zone or description.",
        discussion: """
            Shifts keep their local times: in another zone they begin and end at other times.

            Example:
              fairkit team change on-call --time-zone Europe/Madrid
            """)

    @OptionGroup var team: TeamOptions

    @Option(help: ArgumentHelp("The zone in which shifts are written, by its IANA name.", valueName: "zone"))
    var timeZone: String?

    @Option(help: ArgumentHelp("What the team is for.", valueName: "text"))
    var description: String?

    func validate() throws {
        guard timeZone != nil || description != nil else {
            throw ValidationError("Give --time-zone or --description, or both.")
        }
    }

    func run() async throws {
        var patch: [String: JSONTree] = [:]
        patch["timeZone"] = timeZone.map { .text($0) }
        patch["description"] = description.map { .text($0) }
        let (path, body) = (TeamCommand.path(team.name), try JSONEncoder().encode(JSONTree.object(patch)))
        try team.show(
            try await team.options.settings().withServer { client in
                var request = client.request(.PATCH, path, as: .administrator)
                request.headers += [("Content-Type", "application/merge-patch+json"), ("If-Match", "*")]
                request.body = body
                return try await client.answer(to: request, repeatable: false)
            })
    }
}

/// `fairkit team add`
struct TeamAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a clinician, an administrator or a laboratory's account to a team.",
        discussion: """
            Without shifts, all members are on call.

            Examples:
              fairkit team add on-call grace@example.org
              fairkit team add on-call 0193…
            """)

    @OptionGroup var team: TeamOptions

    @Argument(help: "The account's e-mail address or id.")
    var account: String

    func validate() throws {
        guard AccountID(account) != nil || MailAddress(account) != nil else {
            throw ValidationError("This is neither an e-mail address nor the id of an account.")
        }
    }

    func run() async throws {
        let path = TeamCommand.path(team.name, "/members")
        let isID = AccountID(account) != nil
        let body = TeamMemberRequest(accountId: isID ? account : nil, email: isID ? nil : account)
        try team.show(try await team.options.settings().withServer { try await $0.post(path, json: body) })
    }
}

/// `fairkit team remove`
struct TeamRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a member from a team, with their shifts and overrides.",
        discussion: """
            Examples:
              fairkit team remove on-call grace@example.org
            """)

    @OptionGroup var team: TeamOptions

    @Argument(help: "The member's e-mail address or account id.")
    var account: String

    func run() async throws {
        let (name, account) = (team.name, account)
        try team.show(
            try await team.options.settings().withServer { client in
                let id = try client.member(account, of: try await client.team(name))
                let request = client.request(.DELETE, TeamCommand.path(name, "/members/\(id)"), as: .administrator)
                return try await client.answer(to: request, repeatable: false)
            })
    }
}

/// `fairkit team delete`
struct TeamDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a team that no escalation policy names, with its shifts.",
        discussion: """
            Example:
              fairkit team delete on-call
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team.", valueName: "team"))
    var name: String

    func run() async throws {
        let path = TeamCommand.path(name)
        try await options.settings().withServer { try await $0.delete(path) }
        print("Deleted.")
    }
}
