import ArgumentParser
import FairKitCore

/// `fairkit profile …`: people.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Erase people's records, and print the internal notes about a person.",
        discussion: """
            Examples:
              fairkit api profiles/search -f text=otieno
              fairkit profile erase 0193…
            """,
        subcommands: [
            ProfileNotesCommand.self, ProfileEraseCommand.self, ProfileErasedCommand.self,
        ])

    static let path = "/api/v1/profiles"

    static func check(_ id: String) throws {
        guard ProfileID(id) != nil else {
            throw ValidationError("This is not the id of a profile. fairkit api profiles/search finds the id.")
        }
    }
}
