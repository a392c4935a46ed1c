import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile erased`
struct ProfileErasedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erased",
        abstract: "List the ids of erased profiles.",
        discussion: """
            An older backup still holds these people, so keep the list in another place than the backups. After you restore a backup, erase \
            each of them again.

            Example:
              fairkit profile erased --json > /mnt/elsewhere/erased.json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.get("/local/erased-profiles") }
        if json { return print(reply.text) }
        Table(["ID", "ERASED"], try reply.decode(ListBody<ErasedPersonBody>.self).items.map { [$0.id, $0.at] }).show()
    }
}
