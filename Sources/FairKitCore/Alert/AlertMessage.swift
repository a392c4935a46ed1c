/// What a consumer shows, in the wording of requirement R3.2. Level and range stand in the reported unit.
package struct AlertMessage: Hashable, Sendable {
    package let title: String
    package let body: String

    package init(_ alert: Alert) {
        switch (alert.rule, alert.state) {
        case (_, .retracted):
            title = "AAT Level Alert replaced"
            body =
                "The laboratory corrected this result, and a newer alert about it follows. Do not act on the old level."
        case (.criticalHigh, _):
            // ">820" is at least four times, too; the comparator is said, since the number alone would say less.
            let times = alert.level.value.count / alert.range.high.count
            title = "⚠️ AAT Level Alert"
            body = "Your AAT level is \(times)x normal (\(alert.level)). Contact your doctor today."
        case (.corrected, _):
            title = "AAT Level Corrected"
            body = "An earlier critical AAT level was corrected by the laboratory. Ask your doctor what it means."
        }
    }
}
