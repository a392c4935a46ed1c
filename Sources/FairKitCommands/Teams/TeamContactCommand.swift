import ArgumentParser
import DurableFiles
import FairKitAPI
import FairKitCore
import FairKitServer

/// `fairkit team contact …`: where a team is told besides its members.
struct TeamContactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact", abstract: "Manage the contact points of a team: a chat, PagerDuty, a gateway.",
        discussion: """
            An escalation that tells the team tells these contact points, too. Their messages have no values.

            Examples:
              fairkit team contact add on-call slack --address-file webhook.txt
              fairkit team contact list on-call
            """,
        subcommands: [List.self, Add.self, Test.self, Remove.self])

    private static func path(_ team: String, _ part: String = "") -> String {
        TeamCommand.path(team, "/contacts\(part)")
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the contact points of a team, with what was sent to each last.",
            discussion: """
                Example:
                  fairkit team contact list on-call
                """)

        @OptionGroup var team: TeamOptions

        func run() async throws {
            let path = TeamContactCommand.path(team.name)
            let found = try await team.options.settings().withServer {
                try await $0.get(path).decode(ListBody<JSONTree>.self).items
            }
            try showList(found, json: team.json, TeamContactBody.header) { (contact: TeamContactBody) in contact.cells }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a contact point to a team.",
            discussion: """
                The kinds are slack, teams, pagerduty, http, email, sms and voice. The server
                needs the channel: see fairkit channel check. A webhook's URL and a routing key
                are secrets, so put them into a file: other users of this machine can see the
                arguments of a command.

                Examples:
                  fairkit team contact add on-call slack --address-file webhook.txt
                  fairkit team contact add on-call sms --address +254700000000
                """)

        @OptionGroup var team: TeamOptions
        @Argument(help: "The kind of the contact point.")
        var kind: String
        @Option(help: ArgumentHelp("The address: an e-mail address or a telephone number.", valueName: "text"))
        var address: String?
        @Option(help: ArgumentHelp("The file with the address in one line.", valueName: "file"))
        var addressFile: String?

        func validate() throws {
            guard (address == nil) != (addressFile == nil) else {
                throw ValidationError("Give either --address or --address-file.")
            }
        }

        func run() async throws {
            let path = TeamContactCommand.path(team.name)
            let body = TeamContactRequest(kind: kind, address: try address ?? line(of: addressFile ?? ""))
            let reply = try await team.options.settings().withServer { try await $0.post(path, json: body) }
            try team.show(contact: reply)
        }

        private func line(of path: String) throws -> String {
            let bytes: [UInt8]
            do throws(FileError) { bytes = try DurableFile.read(path) } catch {
                throw OperatorError("The file \(path) can't be read: \(error.reason). Check its name and its mode.")
            }
            return String(decoding: bytes, as: UTF8.self).trimmed
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Send a test message to a contact point of a team.",
            discussion: """
                fairkit team contact list shows its outcome.

                Example:
                  fairkit team contact test on-call 0193…
                """)

        @OptionGroup var team: TeamOptions
        @Argument(help: "The contact point's id.")
        var id: String

        func run() async throws {
            let path = TeamContactCommand.path(team.name, "/\(id.percentEncoded)/test")
            try team.show(contact: try await team.options.settings().withServer { try await $0.post(path) })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a contact point from a team.",
            discussion: """
                Example:
                  fairkit team contact remove on-call 0193…
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: ArgumentHelp("The team.", valueName: "team"))
        var name: String
        @Argument(help: "The contact point's id.")
        var id: String

        func run() async throws {
            let path = TeamContactCommand.path(name, "/\(id.percentEncoded)")
            try await options.settings().withServer { try await $0.delete(path) }
            print("Removed.")
        }
    }
}

extension TeamOptions {
    /// Prints a contact point as the server sent it.
    fileprivate func show(contact reply: Reply) throws {
        if json {
            print(reply.text)
        } else {
            Table(TeamContactBody.header, [try reply.decode(TeamContactBody.self).cells]).show()
        }
    }
}

extension TeamContactBody {
    fileprivate static let header = ["ID", "KIND", "ADDRESS", "STATE", "LAST MESSAGE"]

    fileprivate var cells: [String] {
        let last = lastSend.map { send in
            [send.state, send.error, send.endedAt.map { minute($0) }].compactMap(\.self).joined(separator: ", ")
        }
        return [id, kind, address, disabledAt.map { "disabled \(minute($0))" } ?? "used", orDash(last)]
    }
}

extension String {
    /// Without the end of its line.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
