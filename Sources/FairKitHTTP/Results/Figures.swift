import FairKitCore
import FairKitService
import Hummingbird

/// How many people, and never who.
enum Figures {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let query = try Query(request, ["from", "to"], pages: [])
        let months = try await context.tenancy.results.figures(
            from: try query.value("from") { CalendarMonth($0) }, through: try query.value("to") { CalendarMonth($0) },
            by: try context.caller)
        return Answer(Body(least: Figure.least, months: months.map { Month($0) }))
    }

    struct Body: Encodable {
        /// Figures below are not told.
        let least: Int
        let months: [Month]
    }

    struct Month: Encodable {
        struct Results: Encodable {
            let all: Cell
            let byFlag: Members<Cell>
        }
        let month: String
        /// People who registered kits.
        let registered: Cell
        /// People who got results.
        let results: Results

        init(_ month: MonthFigures) {
            self.month = "\(month.month)"
            registered = Cell(month.registered)
            results = Results(
                all: Cell(month.results.all),
                byFlag: Members(month.results.classes.map { ($0.rawValue, Cell($1)) }.sorted { $0.0 < $1.0 }))
        }
    }

    /// One figure.
    struct Cell: Encodable {
        let people: Int?
        let suppressed: Bool

        init(_ figure: Figure) {
            people = figure.count
            suppressed = figure == .suppressed
        }

        private enum CodingKeys: CodingKey {
            case people, suppressed
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // null, so that nobody takes a figure that is not told for one that is 0.
            try container.encode(people, forKey: .people)
            try container.encode(suppressed, forKey: .suppressed)
        }
    }
}
