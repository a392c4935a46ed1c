/// The words around figures of programmes, on pages and in print.
package struct FigureWords: Sendable, Decodable {
    package let title: String
    package let programme: String
    package let partner: String
    package let period: String
    /// With `{from}` and `{to}`.
    package let days: String
    /// The same of a period that goes on, to the last day that is counted.
    package let daysSoFar: String
    package let counted: String
    package let people: String
    package let measures: EveryCase<FigureMeasure, String>
    /// Stands for a number that is not shown.
    package let fewer: String
    /// Says why there may be more.
    package let note: String
    package let returned: String
    package let byFlag: String
    /// Says why the numbers by flag need not add up.
    package let undivided: String
    /// With `{date}`.
    package let through: String
    package let parts: String
    package let target: String
    /// With `{count}` and `{target}`.
    package let least: String
    package let leastSoFar: String
    package let met: String
    package let notMet: String
    /// With `{date}`: the programme begins on that day.
    package let notBegun: String
    /// With `{target}`.
    package let fewerOf: String
    package let fewerSoFar: String
    package let noTarget: String
    /// Says why other days have no target.
    package let byQuarter: String
    package let returns: String
    package let formula: String
    /// With `{currency}` and `{amount}`.
    package let spent: String
    package let savedInAll: String
    package let costInAll: String
    package let saved: String
    package let perQuarter: String
    package let perTest: String
    package let quarters: String
    package let source: String
    /// On each printed sheet, with `{date}`.
    package let footer: String
    /// Why there is no return on investment.
    package let missing: EveryCase<ReturnOnInvestment.Missing, String>
}
