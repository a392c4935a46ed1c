package import FairKitCore

/// Monthly figures on the wire.
package struct FiguresBody: Codable, Sendable {
    /// Smaller figures are suppressed.
    package let least: Int
    package let months: [Month]

    package init(least: Int, months: [Month]) {
        self.least = least
        self.months = months
    }

    package struct Month: Codable, Sendable {
        package let month: String
        /// People who registered kits.
        package let registered: Cell
        /// People who got results.
        package let results: Results

        package init(month: String, registered: Cell, results: Results) {
            self.month = month
            self.registered = registered
            self.results = results
        }
    }

    package struct Results: Codable, Sendable {
        package let all: Cell
        package let byFlag: [String: Cell]

        package init(all: Cell, byFlag: [String: Cell]) {
            self.all = all
            self.byFlag = byFlag
        }
    }

    /// One figure.
    package struct Cell: Codable, Sendable {
        package let people: Int?
        package let suppressed: Bool

        package init(_ figure: Figure) {
            people = figure.count
            suppressed = figure == .suppressed
        }

        private enum CodingKeys: CodingKey {
            case people, suppressed
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // null, so that clients tell a suppressed figure from 0.
            try container.encode(people, forKey: .people)
            try container.encode(suppressed, forKey: .suppressed)
        }
    }
}
