import ArgumentParser
import FairKitCore

/// `fairkit kit check CODE…`
struct KitCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether kit codes are valid, and what is wrong with them.",
        discussion: """
            Case, spaces and hyphens do not matter. The exit status is 0 only if all codes are valid.

            Example:
              fairkit kit check FU-KIT-2025110701-X
            """)

    @Argument(help: "The codes, as printed on the kits.")
    var codes: [String]

    func run() throws {
        var allValid = true
        for text in codes {
            do {
                print(try KitCode(typed: text))
            } catch {
                print("\(text): \(error.explanation)")
                allValid = false
            }
        }
        if !allValid { throw ExitCode.failure }
    }
}
