import ArgumentParser
import FairKitServer
import FoundationEssentials
import KeyRing
import TextEncodings

/// `fairkit channel webpush-key`
struct ChannelWebPushKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webpush-key",
        abstract: "Make the key by which push services of browsers know this server (VAPID).",
        discussion: """
            The private key goes to a new file, mode 0600. The public key is printed: the page gives it to the browser as \
            applicationServerKey. Keep the file: subscriptions are bound to this key, and another key ends them all.

            Example:
              fairkit channel webpush-key --out /etc/fairkit/webpush.pem
            """)

    @Option(help: ArgumentHelp("The new file for the private key.", valueName: "file"))
    var out: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        let key = try P256PrivateKey.random()
        try writePrivately(Data(try key.pem().bytes), to: out, replacing: false)
        let text = base64URL(key.publicKey.bytes)
        if json { return print(try jsonLine(KeyBody(file: out, publicKey: text))) }
        print("The private key is in \(out). The public key, for the browser:")
        print(text)
    }
}

private struct KeyBody: Encodable {
    let file: String
    let publicKey: String
}
