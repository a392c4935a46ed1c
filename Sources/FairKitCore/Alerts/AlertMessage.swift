/// The text that a consumer shows, in the wording of requirement R3.2, and the reason. Level and range are in the
/// reported unit.
package struct AlertMessage: Equatable, Sendable {
    package let title: String
    package let body: String

    package init(_ alert: Alert) {
        switch (alert.rule, alert.state, InterpretedLevel(alert.level, in: alert.range)) {
        case (_, .retracted, _):
            title = "AAT Level Alert replaced"
            body =
                "The laboratory corrected this result, and a newer alert about it follows. Do not act on the old level."
        case (.criticalHigh, _, let interpreted?):
            // ">820" is at least four times, too; the comparator is shown, since the number alone would say less.
            let times = interpreted.range.times(interpreted.level)
            // A level that was corrected is not announced as a new one. One that was only interpreted again is.
            title = alert.changesLevel ? "⚠️ AAT Level Corrected" : "⚠️ AAT Level Alert"
            let words = alert.changesLevel ? "Your AAT level was corrected. It is" : "Your AAT level is"
            body = "\(words) \(times)x normal (\(interpreted.level)). Contact your doctor today."
        case (.severeLow, _, let interpreted?):
            title = "AAT Level Very Low"
            body = "Your AAT level is very low (\(interpreted.level)). Ask your doctor what it means."
        case (.implausibleJump, _, let interpreted?), (.genotypeMismatch, _, let interpreted?):
            title = "AAT Level To Be Verified"
            body = "The level (\(interpreted.level)) has to be verified before anyone acts on it."
        case (.corrected, _, _) where alert.isWithdrawn:
            title = "AAT Result Withdrawn"
            body =
                "The laboratory withdrew a result behind an earlier alert. Do not act on its level. Ask your doctor what happens next."
        // No rule but this one is about a version without a level.
        case (_, _, _):
            title = "AAT Level Corrected"
            body = "An earlier alert about an AAT level was corrected by the laboratory. Ask your doctor what it means."
        }
    }
}

extension Alert {
    /// The numbers that raised the alert, in a sentence that a person can check.
    package var explanation: String {
        hold.map { "\(cause) \($0.sentence)" } ?? cause
    }

    private var cause: String {
        switch (rule, level, range) {
        case (.criticalHigh, let level?, let range?):
            if range.needsFloor(at: level) {
                return "\(level) is at or above \(level.unit.criticalFloor) \(level.unit.rawValue), "
                    + "which is always critical. "
                    + "The range of \(range) alone would not have raised this alert: have the range checked."
            }
            let limit = Thousandths(count: range.high.count * range.criticalMultiple.count / 1000)
            return
                "\(level) is at or above \(range.criticalMultiple) × the upper limit of \(range.high) \(level.unit.rawValue), "
                + "which is \(limit)."
        case (.severeLow, let level?, _):
            return "\(level) is below the severe limit of \(level.unit.severeLimit) \(level.unit.rawValue)."
        case (.implausibleJump, let level?, _):
            guard let earlier else { return "\(level) is far from the previous level." }
            return
                "\(level) is at least \(earlier.wholeFactor(to: level)) times \(earlier.isBelow(level) ? "higher" : "lower") than \(earlier.level) "
                + "of \(earlier.testDate)."
        case (.genotypeMismatch, let level?, let range?):
            return
                "\(level) in a range of \(range) contradicts the genotype \(genotype?.description ?? "of the profile")."
        case (_, _, _):
            if isWithdrawn { return "Version \(resultVersion) of the result withdraws it: its level does not hold." }
            return "Version \(resultVersion) of the result removed the cause of an alert about an earlier version."
        }
    }
}
