import ArgumentParser
import FairKitAPI

/// `fairkit db ended`
struct DatabaseEndedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ended",
        abstract:
            "List the ids of revoked API keys, of suspended and deleted accounts, and of ended care assignments.",
        discussion: """
            An older backup would give them access again, so keep the list in another place than the backups. fairkit restore --ended \
            FILE, or fairkit db restored --ended FILE, ends their access again. With --json, the list also holds when each password and \
            each second factor was set. If the backup has an older one, the account must choose a password by mail before it signs in. A \
            list covers one tenant (--tenant); restore takes several lists.

            Example:
              fairkit db ended --json > /mnt/elsewhere/ended.json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.get("/local/ended-access") }
        if json { return print(reply.text) }
        let found = try reply.decode(RevokedAccessBody.self)
        Table(
            ["WHAT", "ID"],
            found.keys.map { ["key", $0] } + found.accounts.map { ["account", $0] }
                + (found.care ?? []).map { ["care", $0] }
        ).show()
    }
}
