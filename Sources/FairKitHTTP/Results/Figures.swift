import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// Monthly figures: how many people, never who.
enum Figures {
    static func list(_ call: Call) async throws -> Answer<FiguresBody> {
        let (from, through) = try call.query(["from", "to"], pages: []) { query in
            (
                query.value("from", "a month as YYYY-MM") { CalendarMonth($0) },
                query.value("to", "a month as YYYY-MM") { CalendarMonth($0) }
            )
        }
        let months = try await call.tenancy.results.figures(from: from, through: through, by: call.caller)
        return Answer(FiguresBody(least: Figure.least, months: months.map { FiguresBody.Month($0) }))
    }
}

extension FiguresBody.Month {
    init(_ month: MonthFigures) {
        self.init(
            month: "\(month.month)", registered: FiguresBody.Cell(month.registered),
            results: FiguresBody.Results(
                all: FiguresBody.Cell(month.results.all),
                byFlag: Dictionary(
                    uniqueKeysWithValues: month.results.classes.map { ($0.rawValue, FiguresBody.Cell($1)) })))
    }
}
