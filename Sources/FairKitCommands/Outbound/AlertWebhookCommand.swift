import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert groups webhook …`
struct AlertWebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Set, show and remove the webhook to which the server pushes a group's deliveries.",
        discussion: """
            Examples:
              fairkit alert groups webhook set paging \\
                --url https://pager.example.org/fairkit
              fairkit alert groups webhook show paging
            """,
        subcommands: [Set.self, Show.self, Remove.self])

    private static func path(_ group: String) -> String { "/api/v1/alert-groups/\(group.percentEncoded)/webhook" }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Push a group's deliveries to an address.",
            discussion: """
                The receiver verifies signatures with a secret. A new secret is shown only once.

                Example:
                  fairkit alert groups webhook set paging \\
                    --url https://pager.example.org/fairkit
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group.")
        var name: String
        @Option(help: "The address: https://HOST/PATH.")
        var url: String
        @Flag(help: "Send the payload, which is health data. Without it: only ids.")
        var sendsPayload = false
        @Flag(help: "Create a new secret; the old one is no longer used.")
        var rotateSecret = false
        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let (path, body) = (
                AlertWebhookCommand.path(name),
                WebhookRequest(url: url, sendsPayload: sendsPayload, rotateSecret: rotateSecret)
            )
            let reply = try await options.settings().withServer { try await $0.put(path, json: body) }
            if json { print(reply.text) } else { try reply.decode(WebhookBody.self).show() }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a group's webhook.",
            discussion: """
                Example:
                  fairkit alert groups webhook show paging
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group.")
        var name: String
        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let path = AlertWebhookCommand.path(name)
            let reply = try await options.settings().withServer { try await $0.get(path) }
            if json { print(reply.text) } else { try reply.decode(WebhookBody.self).show() }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Stop pushing a group's deliveries; they wait for consumers.",
            discussion: """
                Example:
                  fairkit alert groups webhook remove paging
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group.")
        var name: String

        func run() async throws {
            let path = AlertWebhookCommand.path(name)
            try await options.settings().withServer { try await $0.delete(path) }
            print("Removed.")
        }
    }
}

extension WebhookBody {
    fileprivate func show() {
        Table(
            ["GROUP", "SET", "SENDS", "URL"],
            [[group, minute(createdAt), sendsPayload ? "payload" : "ids only", url]]
        ).show()
        guard let secret else { return }
        print("secret \(secret)")
        print("The receiver verifies signatures with the secret. It is shown only once.")
    }
}
