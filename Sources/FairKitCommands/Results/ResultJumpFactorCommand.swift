import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit result jump-factor`
struct ResultJumpFactorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump-factor",
        abstract: "Show or set the factor by which a level must differ from the last one to be suspect.",
        discussion: """
            Each unit has a factor. A result that is stored already is not judged again.

            Examples:
              fairkit result jump-factor
              fairkit result jump-factor 3.5 --unit mg/dL
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "1.5 to 100, for the unit of --unit. Without it, the command shows all factors.")
    var factor: String?

    @Option(
        help: "\(AATUnit.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(AATUnit.allCases.map(\.rawValue)))
    var unit: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard (factor == nil) == (unit == nil) else {
            throw ValidationError("Give a factor and --unit together, such as: 3.5 --unit mg/dL")
        }
        guard factor.map({ Thousandths($0) != nil }) ?? true else {
            throw ValidationError("The factor is a number from 1.5 to 100, such as 3.5.")
        }
    }

    func run() async throws {
        var change: SettingsBody?
        if let unit, let number = factor.flatMap({ Thousandths($0) }) {
            change = SettingsBody(jumpFactors: [unit: .thousandths(number)])
        }
        try await options.showSettings(changing: change, json: json) { settings in
            let factors = (settings.jumpFactors ?? [:]).sorted { $0.key < $1.key }
            return factors.map { unit, factor in "\(unit.printable): \(factor)" }.joined(separator: "\n")
        }
    }
}
