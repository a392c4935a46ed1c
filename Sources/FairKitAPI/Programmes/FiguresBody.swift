package import FairKitCore
package import FoundationEssentials

/// Figures over a period on the wire.
package struct FiguresBody: Decodable, JSONBody, Sendable {
    /// Smaller figures are suppressed.
    package let least: Int
    /// nil: the whole clinic.
    package let programme: String?
    package let period: String
    /// The first and the last day.
    package let from: String
    package let through: String
    /// Through which day people were counted; nil: none yet.
    package let countedThrough: String?
    /// By measure.
    package let people: [String: FigureBody]
    package let completedByFlag: [String: FigureBody]
    /// How many people should complete a test; nil: there is no target of this period.
    package let target: Int?
    package let investment: InvestmentBody
    package let parts: [Part]

    package init(
        programme: String?, period: FigurePeriod, days: ClosedRange<CalendarDate>, countedThrough: CalendarDate?,
        people: [FigureMeasure: Figure], completedByFlag: [AbnormalFlag: Figure], target: Int?,
        investment: ReturnOnInvestment, parts: [Part]
    ) {
        least = Figure.least
        self.programme = programme
        self.period = "\(period)"
        from = "\(days.lowerBound)"
        through = "\(days.upperBound)"
        self.countedThrough = countedThrough?.description
        self.people = people.bodies
        self.completedByFlag = completedByFlag.bodies
        self.target = target
        self.investment = InvestmentBody(investment)
        self.parts = parts
    }

    /// A part of the period.
    package struct Part: Decodable, JSONBody, Sendable {
        package let from: String
        package let through: String
        package let people: [String: FigureBody]

        package init(from: CalendarDate, through: CalendarDate, people: [FigureMeasure: Figure]) {
            self.from = "\(from)"
            self.through = "\(through)"
            self.people = people.bodies
        }
    }
}

/// One figure.
package struct FigureBody: Decodable, JSONBody, Sendable {
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

/// The return on investment, with all that it is computed of, or what is missing.
package struct InvestmentBody: Decodable, JSONBody, Sendable {
    package let formula: String
    package let ratio: Decimal?
    package let saved: Decimal?
    package let cost: Decimal?
    package let completed: Int?
    package let quarters: Int?
    package let economics: EconomicsBody?
    /// `economics`, `quarters`, `completed` or `costs`; nil: nothing is.
    package let missing: String?

    package init(_ investment: ReturnOnInvestment) {
        formula = ReturnOnInvestment.formula
        switch investment {
        case .value(let value):
            ratio = Decimal(value.ratio) / 1000
            saved = value.saved.decimal
            cost = value.cost.decimal
            completed = value.completed
            quarters = value.quarters
            economics = EconomicsBody(value.economics)
            missing = nil
        case .missing(let part):
            (ratio, saved, cost, completed, quarters, economics) = (nil, nil, nil, nil, nil, nil)
            missing = part.rawValue
        }
    }
}

extension Dictionary where Key: RawRepresentable<String>, Value == Figure {
    fileprivate var bodies: [String: FigureBody] {
        [String: FigureBody](uniqueKeysWithValues: map { ($0.rawValue, FigureBody($1)) })
    }
}
