import ArgumentParser
import FairKitAPI

/// `fairkit range …`: the reference ranges by which levels are interpreted.
struct RangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "range", abstract: "List, add and end reference ranges.",
        discussion: """
            A range is never changed: add another one, which begins later. Results keep the range by which they were judged.

            Examples:
              fairkit range list
              fairkit range add --unit mg/dL --low 90 --high 200 --from 2026-12-01
              fairkit range end 3 2027-01-01
            """,
        subcommands: [RangeListCommand.self, RangeAddCommand.self, RangeEndCommand.self])

    static let path = "/api/v1/reference-ranges"
}

extension ReferenceRangeBody {
    static let header = ["RANGE", "UNIT", "LOW", "HIGH", "CRITICAL FROM", "FOR", "FROM", "UNTIL"]

    var cells: [String] {
        [
            "\(number)", unit, "\(low)", "\(high)", "\(criticalMultiple) × high", people, validFrom, orDash(validTo),
        ]
    }

    /// For whom it holds, in words.
    private var people: String {
        let ages: String? =
            switch (fromAge, toAge) {
            case (let from?, let to?): "\(from) to \(to - 1) years"
            case (let from?, nil): "\(from) years and older"
            case (nil, let to?): "younger than \(to) years"
            case (nil, nil): nil
            }
        let parts = [laboratory, method, sex, ages].compactMap(\.self)
        return parts.isEmpty ? "everyone" : parts.joined(separator: ", ").printable
    }
}

/// `fairkit range list`
struct RangeListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the reference ranges, the one that was added last first.",
        discussion: """
            Example:
              fairkit range list
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let ranges = try await options.settings().withServer {
            try await $0.get("\(RangeCommand.path)?limit=100").decode(ListBody<JSONTree>.self).items
        }
        try showList(ranges, json: json, ReferenceRangeBody.header) { (range: ReferenceRangeBody) in range.cells }
    }
}
