package import FairKitCore

/// Monthly figures on the wire.
package struct FiguresBody: Decodable, JSONBody, Sendable {
    /// Smaller figures are suppressed.
    package let least: Int
    package let months: [Month]

    package init(least: Int, months: [Month]) {
        self.least = least
        self.months = months
    }

    package struct Month: Decodable, JSONBody, Sendable {
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

    package struct Results: Decodable, JSONBody, Sendable {
        package let all: Cell
        package let byFlag: [String: Cell]

        package init(all: Cell, byFlag: [String: Cell]) {
            self.all = all
            self.byFlag = byFlag
        }
    }

    /// One figure.
    package struct Cell: Decodable, JSONBody, Sendable {
        package let people: Int?
        package let suppressed: Bool

        package init(_ figure: Figure) {
            people = figure.count
            suppressed = figure == .suppressed
        }

        package func writeMembers(to json: inout JSONWriter) {
            // null, so that clients tell a suppressed figure from 0.
            json.member(#""people":"#, orNull: people)
            json.member(#""suppressed":"#, suppressed)
        }
    }
}
