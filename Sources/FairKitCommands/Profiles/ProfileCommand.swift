import ArgumentParser
import FairKitCore

/// `fairkit profile …`: people.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Add, find, show and change profiles; export and erase people's records.",
        discussion: """
            Examples:
              fairkit profile add --given Ada --family Otieno --birth-date 1980-02-29
              fairkit profile search otieno
              fairkit profile show 0193…
            """,
        subcommands: [
            ProfileAddCommand.self, ProfileSearchCommand.self, ProfileListCommand.self, ProfileShowCommand.self,
            ProfileChangeCommand.self, ProfileTimelineCommand.self, ProfileNotesCommand.self,
            ProfileExportCommand.self, ProfileHoldCommand.self, ProfileEraseCommand.self, ProfileErasedCommand.self,
        ])

    static let path = "/api/v1/profiles"

    static func check(_ id: String) throws {
        guard ProfileID(id) != nil else {
            throw ValidationError("This is not the id of a profile. fairkit profile search finds the id.")
        }
    }
}
