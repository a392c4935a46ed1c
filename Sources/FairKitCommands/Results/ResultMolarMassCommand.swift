import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit result molar-mass`
struct ResultMolarMassCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "molar-mass",
        abstract: "Show or set the molar mass by which levels are converted for display.",
        discussion: """
            The reported level and its unit stay as they are. 52 kDa is the mass of the
            protein with its sugars.

            Examples:
              fairkit result molar-mass
              fairkit result molar-mass 54
            """)

    @OptionGroup var options: StoreOptions

    @Argument(
        help: "Kilodaltons: 52 or 54. Without it, the command shows the mass.",
        completion: .list(MolarMass.allCases.map(\.rawValue)))
    var mass: Int?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = mass.map { SettingsBody(molarMass: $0) }
        try await options.showSettings(changing: change, json: json) { settings in
            let mass = settings.molarMass.map { "\($0)" } ?? ""
            return "Levels are converted by a molar mass of \(mass) kDa."
        }
    }
}
