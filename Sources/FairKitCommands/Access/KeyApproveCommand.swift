import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit key approve`
struct KeyApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Agree to a key that an administrator has asked for over the network.",
        discussion: """
            Such a key takes two: whoever asks for it, and another administrator or this command. Until then it opens nothing. key list --awaited \
            shows those that wait; make sure what it is for. To refuse one, revoke it.

            Example:
              fairkit key approve 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The key's id.")
    var id: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard KeyID(id) != nil else { throw ValidationError("The id is the one that key list --awaited shows.") }
    }

    func run() async throws {
        let path = "\(KeyCommand.path)/\(id)/approve"
        let reply = try await options.settings().withServer { try await $0.post(path) }
        if json { return print(reply.text) }
        let key = try reply.decode(KeyBody.self)
        note("\(key.name.printable) is good now, as \(key.role).")
    }
}
