import FairKitCore
import FairKitService

/// What happens next with a kit: in a sentence, with the reason, and where it is done.
struct KitStep {
    let what: String
    let why: String
    /// Where the patient does it; nil: there is nothing to do.
    var place: (path: Link.Path, text: PageText)?

    init(of kit: KitView, _ reader: Reader) {
        let day = kit.sendBy.map { reader.language.text(of: $0) } ?? ""
        place = nil
        switch kit.status {
        case .registered where kit.due == .overdue:
            (what, why) = (reader[.kitOverdue], reader[.kitOverdueWhy, ["date": .text(day)]])
        case .registered:
            (what, why) = (reader[.postSample, ["date": .text(day)]], reader[.postSampleHow])
            place = ("/kits/\(kit.id)", .openKit)
        case .received where kit.resultsCameFirst, .processing where kit.resultsCameFirst:
            (what, why) = (reader[.kitConfirm], reader[.kitConfirmWhy])
        case .mailed: (what, why) = (reader[.sampleTravels], reader[.messageFollows])
        case .received, .processing: (what, why) = (reader[.sampleAtLaboratory], reader[.messageFollows])
        case .resulted where kit.obstacle == .held:
            (what, why) = (reader[.sampleAtLaboratory], reader[.messageFollows])
        case .resulted where kit.obstacle == .withdrawn:
            (what, why) = (reader[.kitWithdrawn], reader[.kitWithdrawnWhy])
        case .resulted:
            (what, why) = (reader[.kitReady], reader[.readResultWhy])
            place = ("/results", .results)
        case .rejected: (what, why) = (reader[.kitRejected], reader[.kitNew])
        case .expired: (what, why) = (reader[.kitExpired], reader[.kitNew])
        case .cancelled: (what, why) = (reader[.kitCancelled], reader[.kitNew])
        case .replaced: (what, why) = (reader[.kitReplaced], reader[.kitReplacedWhy])
        case .issued, .shipped:
            (what, why) = (reader[.kitUnregistered], reader[.nothingToDoWhy])
            place = ("/kits/new", .registerKit)
        }
    }
}

/// The steps of a kit from its registration to its result, with their days.
struct KitSteps {
    let kit: KitView

    private static let way: [KitStatus] = [.registered, .mailed, .received, .processing, .resulted]

    func html(for reader: Reader) -> HTML {
        let history = kit.history ?? []
        let done = Self.way.lastIndex { status in history.contains { $0.event.status == status } } ?? -1
        let steps = Self.way.enumerated().compactMap { index, status -> HTML? in
            let event = history.last { $0.event.status == status }?.event
            // What did not happen before the end will not.
            guard index <= done || !kit.status.isOver else { return nil }
            return step(status, event, index <= done ? "done" : index == done + 1 ? "next" : "", reader)
        }
        let end = kit.status.isOver ? history.last { $0.event.status == kit.status }?.event : nil
        return """
            <ol class="steps">\(steps)\(end.map { step($0.status, $0, "failed", reader) })</ol>
            """
    }

    private func step(_ status: KitStatus, _ event: KitEvent?, _ kind: String, _ reader: Reader) -> HTML {
        let day = event.flatMap { $0.implied ? nil : reader.moment($0.at) }
        let due = status == .mailed && kind == "next" ? kit.sendBy : nil
        return """
            <li\(kind == "done" || kind == "failed" ? " class=\"\(kind)\"" as HTML : "")\
            \(kind == "next" ? " aria-current=\"step\"" as HTML : "")><b>\(reader.language.report.kitStatuses[status])</b>\
            \(day.map { "<span>\($0)</span>" as HTML })\
            \(due.map { "<span>\(reader[.byDay, ["date": .text(reader.language.text(of: $0))]])</span>" as HTML })\
            \(event?.reason.map { "<span>\(reader.language.report.reason): \($0)</span>" as HTML })</li>
            """
    }
}
