import FairKitCore
import FairKitService

extension StaffResult {
    /// Tells the laboratory that its result raised an alert: whom it calls when, and what there is to do.
    func alarm(_ raised: RaisedAlert, _ reader: Reader) -> HTML? {
        guard !result.current.status.isWithdrawn else { return nil }
        let steps = raised.steps.map { step -> HTML in
            "<li><b>\(reader.clock(step.plannedAt))</b> \(step.targets.map { reader.words(of: $0) }.joined(separator: ", "))</li>"
        }
        return """
            <section class="banner warning"><h2>\(reader[.alarmTitle])</h2>
            <p>\(reader[.alarmCalls]) \(reader.moment(raised.at)):</p><ul>\(steps)</ul><p>\(reader[.alarmGoesOn])</p></section>
            """
    }
}
