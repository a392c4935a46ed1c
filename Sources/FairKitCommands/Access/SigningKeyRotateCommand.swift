import ArgumentParser
import FairKitAPI

/// `fairkit signing-key rotate`
struct SigningKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Refuse every access token of before at once: for when somebody else may have a signing key.",
        discussion: """
            A new key signs from now on, in all tenants. The old ones are gone, also from /.well-known/jwks.json: whoever checks tokens \
            elsewhere has to fetch it again. Nobody is signed out: a client is answered 401 once, and gets a new token by its refresh \
            token. A stream that is open ends with the token that it was begun with, within a quarter of an hour.

            Example:
              fairkit signing-key rotate
            """)

    @OptionGroup var options: DirectoryOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer {
            try await $0.post("/local/signing-keys/rotate")
        }
        if json { return print(reply.text) }
        let rotated = try reply.decode(RotatedSigningKeyBody.self)
        let dropped = rotated.dropped.isEmpty ? "nothing" : rotated.dropped.joined(separator: ", ")
        print("The key \(rotated.kid) signs. Dropped: \(dropped).")
    }
}
