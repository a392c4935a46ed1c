import ArgumentParser
import FairKitCore

/// `fairkit kit check CODE…`
struct KitCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether codes are valid, and what is wrong if not.",
        discussion: """
            Case, spaces and hyphens are forgiven. The exit status is 0 only if all are valid.

            Example:
              fairkit kit check FU-KIT-2025110701-X
            """)

    @Argument(help: "Codes as they are printed on kits.")
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
