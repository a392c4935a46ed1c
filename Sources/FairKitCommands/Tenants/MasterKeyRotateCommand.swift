import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit master-key rotate`
struct MasterKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Encrypt the keys of all tenants with a new master key.",
        discussion: """
            The server keeps running, and no data is encrypted again. Each key is read back and decrypted with the new master key before \
            the old one is removed. A change that a crash interrupts continues at the next start, if the old key's file is still in its \
            place. Until then, FairKit may need either key, and its errors name the one that is missing.

            Older backups need the old master key. It is kept beside the new one as master.key.ID; an error of fairkit restore names the \
            ID that a backup needs. Destroy the old key when no such backup is left. With --destroy-old, it is overwritten at \
            once: copy it first, or older backups can't be restored.

            If the master key comes from the environment or from a credential, name a file for the new one with --new-key-file. FairKit \
            creates the file with mode 0600, or reads it if it holds a key already. The server writes it, so under systemd it must be in a \
            folder that the service can write to. Give FairKit the new key from its next start on. The old key stays where it is.

            Examples:
              fairkit master-key rotate
              fairkit master-key rotate --new-key-file /etc/fairkit/next.key
            """)

    @OptionGroup var options: DirectoryOptions

    @Option(
        help: ArgumentHelp(
            "The file of the new master key, if it does not replace the old file. It may exist.",
            valueName: "file"),
        completion: .file())
    var newKeyFile: String?

    @Flag(help: "Overwrite the old key, although older backups need it.")
    var destroyOld = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        guard newKeyFile == nil || !destroyOld else {
            throw OperatorError("With --new-key-file, FairKit leaves the old key's file alone: destroy it yourself.")
        }
        let here = FileManager.default.currentDirectoryPath
        let file = newKeyFile.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
        let body = MasterKeyRequest(newKeyFile: file, keepsOld: !destroyOld)
        let settings = try options.settings()
        let reply = try await settings.withServer {
            try await $0.post("/local/master-key/rotate", json: body, timeout: .seconds(600))
        }
        if json { return print(reply.text) }
        let rotated = try reply.decode(RotatedMasterKeyBody.self)
        print("The new master key is \(rotated.to), and every key was decrypted with it. Keep a copy of it.")
        if let file {
            print("It is in \(file): give it to FairKit from its next start on. The old one stays where it is.")
        }
        if let old = rotated.oldKeyFile { print("The old one, \(rotated.from), is kept in \(old).") }
        print(
            settings.isInDatabase
                ? "Older backups of the database need the old one. Destroy it when none of them is left."
                : "Older backups need the old one: fairkit restore --key-file \(rotated.oldKeyFile ?? "FILE"). Make a backup now, and destroy the old key when no older backup is left."
        )
    }
}
