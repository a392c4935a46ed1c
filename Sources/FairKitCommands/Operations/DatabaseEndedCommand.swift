import ArgumentParser
import FairKitAPI

/// `fairkit db ended`
struct DatabaseEndedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ended",
        abstract:
            "List revoked API keys, accounts that are suspended or deleted, and care that was ended, by their ids.",
        discussion: """
            Keep the list in another place than the backups: a backup from before lets them in again. fairkit restore --ended FILE \
            ends them once more while it restores. With --json the list also says when each password was chosen and each second factor set \
            up: an account whose backup has an earlier one chooses a password by mail before it signs in. A list is of one tenant (--tenant); restore takes several.

            Example:
              fairkit db ended --json > /mnt/elsewhere/ended.json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.get("/local/ended-access") }
        if json { return print(reply.text) }
        let found = try reply.decode(EndedAccessBody.self)
        Table(
            ["WHAT", "ID"],
            found.keys.map { ["key", $0] } + found.accounts.map { ["account", $0] }
                + (found.care ?? []).map { ["care", $0] }
        ).show()
    }
}
