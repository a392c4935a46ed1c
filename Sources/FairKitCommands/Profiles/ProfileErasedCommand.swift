import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile erased`
struct ProfileErasedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erased",
        abstract: "List the ids of those who were erased.",
        discussion: """
            Keep the list in another place than the backups: a backup from before does not know of it. Once one is restored, erase each \
            of them again.

            Example:
              fairkit profile erased --json > /mnt/elsewhere/erased.json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.get("/local/erased-profiles") }
        if json { return print(reply.text) }
        Table(["ID", "ERASED"], try reply.decode(ListBody<ErasedPersonBody>.self).items.map { [$0.id, $0.at] }).show()
    }
}
