import ArgumentParser
import FairKitAPI

/// `fairkit signing-key rotate`
struct SigningKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the signing keys at once, after a leak: all current access tokens become invalid.",
        discussion: """
            From now on, a new key signs the tokens of all tenants. The old keys are removed, also from /.well-known/jwks.json: services \
            that verify tokens must fetch it again. Users stay signed in: their client gets 401 once, and a new token with its refresh \
            token. An open stream ends when its token expires, within 15 minutes.

            Example:
              fairkit signing-key rotate
            """)

    @OptionGroup var options: DirectoryOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer {
            try await $0.post("/local/signing-keys/rotate")
        }
        if json { return print(reply.text) }
        let rotated = try reply.decode(RotatedSigningKeyBody.self)
        let dropped = rotated.dropped.isEmpty ? "none" : rotated.dropped.joined(separator: ", ")
        print("The new signing key is \(rotated.kid). Removed: \(dropped).")
    }
}
