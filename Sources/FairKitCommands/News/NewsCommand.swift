import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit news …`: articles and invitations to studies.
struct NewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "news", abstract: "Publish, list and withdraw articles and invitations to studies.",
        discussion: """
            Examples:
              fairkit news publish article.json
              fairkit news list
            """,
        subcommands: [NewsPublishCommand.self, List.self, Withdraw.self])

    static let path = "/api/v1/news"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List news, the newest first, with how many people were told.",
            discussion: """
                Examples:
                  fairkit news list
                  fairkit news list --json
                """)

        @OptionGroup var options: StoreOptions

        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let found = try await options.settings().withServer {
                try await $0.everything(NewsCommand.path, [], of: JSONTree.self)
            }
            let header = ["ID", "KIND", "PUBLISHED", "STATE", "TOLD", "TITLE"]
            try showList(found, json: json, header) { (news: NewsBody) in news.cells }
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw", abstract: "Withdraw news: no one else is told, and people no longer see it.",
            discussion: """
                Example:
                  fairkit news withdraw 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The id of the news.")
        var id: String

        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws {
            guard NewsID(id) != nil else {
                throw ValidationError("This is not the id of news. fairkit news list shows the ids.")
            }
        }

        func run() async throws {
            let path = "\(NewsCommand.path)/\(id)/withdraw"
            let reply = try await options.settings().withServer { try await $0.post(path) }
            if json { print(reply.text) } else { print("withdrawn") }
        }
    }
}

extension NewsBody {
    fileprivate var cells: [String] {
        let title = texts.sorted { $0.key < $1.key }.first?.value.title ?? ""
        return [id, kind, minute(publishedAt), state ?? "", told.map { "\($0)" } ?? "", title]
    }
}
