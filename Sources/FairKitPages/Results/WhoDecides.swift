import FairKitCore
import FairKitService

extension StaffResult {
    /// Who verifies what, and where a clinician learns more: only the laboratory can say that its result is wrong.
    func whoDecides(_ laboratory: Laboratory, _ hold: ResultHold, _ reader: Reader) -> HTML {
        let name: [String: TextTemplate.Value] = ["laboratory": .text(laboratory.name)]
        let phone: HTML =
            laboratory.details.phone.map { phone in "<a href=\"\(to: Link(calling: phone))\">\("\(phone)")</a>" }
            ?? "\(reader[.noLaboratoryPhone])"
        return """
            <p>\(reader[hold.isSuspectLevel ? .eitherVerifies : .laboratoryVerifies, name])</p>
            <p>\(reader[.onlyLaboratoryCorrects, name]) \(phone)</p>
            """
    }

    /// The way for the laboratory to say that its result is wrong.
    func withdrawal(_ reader: Reader) -> HTML {
        """
        <p class="actions noprint"><a class="button quiet" href="\(to: reader["/results/\(result.id)/correct"])">\
        \(reader[.correctTitle])</a>\
        <a class="button quiet" href="\(to: reader["/results/\(result.id)/code"])">\(reader[.codeTitle])</a>\
        <a class="button quiet apart" href="\(to: reader["/results/\(result.id)/withdraw"])">\
        \(reader[.withdrawTitle])</a></p>
        """
    }

    /// That the result has no patient yet, for its laboratory.
    func waiting(_ reader: Reader) -> HTML? {
        guard reader.role == .laboratory, result.kitID == nil, !result.current.status.isWithdrawn else { return nil }
        return """
            <section class="banner warning"><p>\(reader[.willWait])</p>\
            <p>\(reader.button("/results/unmatched", .unmatchedLink))</p></section>
            """
    }

    /// That the result raised an alert, for its laboratory: whom it calls when, and what there is to do.
    func alarm(_ raised: RaisedAlert, _ reader: Reader) -> HTML {
        // A patient who does not see the result is not called, nor about a correction.
        let callsPatient = result.hold == nil && result.kitID != nil && !raised.isCorrection
        let steps = raised.steps.compactMap { step -> HTML? in
            let called = step.targets.filter { $0 != .patient || callsPatient }.map { reader.words(of: $0) }
            guard !called.isEmpty else { return nil }
            let sign: HTML = step.isOver ? "<span aria-hidden=\"true\">✓</span> " : "\(reader[.alarmThen]) "
            return "<li>\(sign)<b>\(reader.clock(step.at))</b> \(called.joined(separator: ", "))</li>"
        }
        let isCorrection = raised.isCorrection && !steps.isEmpty
        let isWithdrawn = result.current.status.isWithdrawn
        let why: PageText = isWithdrawn ? .alarmWithdrawn : .alarmCorrected
        let title: PageText = isWithdrawn ? .alarmWithdrawnTitle : .alarmCorrectedTitle
        let calls: HTML =
            steps.isEmpty
            ? "<p>\(reader[.alarmCallsNone])</p>"
            : """
            <p>\(reader[.alarmCalls]) \(reader.moment(raised.at)):</p><ul>\(steps)</ul><p>\(reader[.alarmGoesOn])</p>
            """
        return """
            <section class="banner warning"><h2>\(reader[isCorrection ? title : .alarmTitle])</h2>\
            \(isCorrection ? "<p>\(reader[why])</p>" as HTML : nil)\(calls)</section>
            """
    }
}
