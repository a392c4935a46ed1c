import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit key approve`
struct KeyApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Approve a key that an administrator requested over the network.",
        discussion: """
            Such a key needs two people: one administrator requests it, and another one, or this command, approves it. Until then it is \
            not valid. List waiting keys with key list --awaited, and check what a key is for. To reject a key, revoke it.

            Example:
              fairkit key approve 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The key's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard KeyID(id) != nil else {
            throw ValidationError("This is not the id of a key. fairkit key list --awaited shows the ids.")
        }
    }

    func run() async throws {
        let path = "\(KeyCommand.path)/\(id)/approve"
        let reply = try await options.settings().withServer { try await $0.post(path) }
        if json { return print(reply.text) }
        let key = try reply.decode(KeyBody.self)
        note("\(key.name.printable) is valid now, in the role \(key.role).")
    }
}
