import ArgumentParser
import FairKitCore

/// `fairkit profile …`: people.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Add, find, show and change people's profiles; export and erase people's records.",
        subcommands: [
            ProfileAddCommand.self, ProfileSearchCommand.self, ProfileShowCommand.self, ProfileChangeCommand.self,
            ProfileExportCommand.self, ProfileHoldCommand.self, ProfileEraseCommand.self, ProfileErasedCommand.self,
        ])

    static let path = "/api/v1/profiles"

    static func check(_ id: String) throws {
        guard ProfileID(id) != nil else { throw ValidationError("The id is the one that profile add printed.") }
    }
}
