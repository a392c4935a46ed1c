import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit master-key rotate`
struct MasterKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Wrap the keys of all tenants with a new master key.",
        discussion: """
            The server goes on meanwhile; no data is encrypted again. Each wrapped key is read back and opened with the new master key before \
            the old one is let go. A change that is interrupted, by a crash or kill -9, goes on by itself at the next start, with the old \
            key's file where it was; until then either key may be needed, and what fails says which.

            Backups made before need the old master key: it is kept beside the new one, as master.key.ID, where ID is what an \
            error of fairkit restore names. Destroy it when no backup of before is left. With --destroy-old it is overwritten at \
            once: then copy it first, or give up those backups.

            If the master key comes from the environment or as a credential, name a file for the new one with --new-key-file: it is \
            made with mode 0600, or read if it holds a key already. The server writes it, so under systemd it is in a directory that the \
            service may write to. Give FairKit that key from its next start on; the old one stays \
            where you have it.

            Examples:
              fairkit master-key rotate
              fairkit master-key rotate --new-key-file /etc/fairkit/next.key
            """)

    @OptionGroup var options: DirectoryOptions

    @Option(
        help: ArgumentHelp(
            "Where the new master key is put, or is already, if it does not replace the old one's file.",
            valueName: "file"),
        completion: .file())
    var newKeyFile: String?

    @Flag(help: "Overwrite the old key, though backups of before need it.")
    var destroyOld = false

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        guard newKeyFile == nil || !destroyOld else {
            throw OperatorError("With --new-key-file the old key's file is left alone: destroy it yourself.")
        }
        let here = FileManager.default.currentDirectoryPath
        let file = newKeyFile.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
        let body = MasterKeyRequest(newKeyFile: file, keepsOld: !destroyOld)
        let settings = try options.settings()
        let reply = try await settings.withServer {
            try await $0.post("/local/master-key/rotate", json: body, patience: .seconds(600))
        }
        if json { return print(reply.text) }
        let rotated = try reply.decode(RotatedMasterKeyBody.self)
        print("The master key is \(rotated.to) now, and every key was opened with it. Keep a copy of it.")
        if let file {
            print("It is in \(file): give FairKit that from its next start on. The old one stays where you have it.")
        }
        if let old = rotated.oldKeyFile { print("The old one, \(rotated.from), is kept in \(old).") }
        print(
            "Backups made before now need the old one: fairkit restore --key-file \(rotated.oldKeyFile ?? "FILE"). Make a backup now, and destroy the old key when no backup of before is left."
        )
    }
}
