import FairKitCore
import FairKitService

/// What is known of a kit, and each step of its life with its time.
struct KitFacts {
    let kit: KitView

    func html(_ reader: Reader) -> HTML {
        let words = reader.language.report
        func carried(_ shipment: KitShipment?) -> HTML? {
            shipment.map { "\([$0.carrier, $0.trackingNumber].compactMap(\.self).joined(separator: " "))" }
        }
        let facts: [(String, HTML?)] = [
            (reader[.kitCode], "<b class=\"code\">\(kit.code.description)</b>"),
            (words.status, "\(reader.status(of: kit))"),
            (words.laboratory, "\(kit.laboratory ?? reader[.noLaboratory])"),
            (words.patient, kit.patientName.map { "\($0)" }),
            (words.registeredOn, kit.registeredAt.map { reader.moment($0) }),
            (reader[.kitSendBy], kit.sendBy.map { reader.day($0) }),
            (reader[.useBy], kit.logistics.useBy.map { reader.day($0) }),
            (reader[.sentOut], carried(kit.logistics.shipment)),
            (reader[.sentBack], carried(kit.logistics.returnShipment)),
        ]
        let label: HTML =
            "<p><a href=\"\(to: reader["/kits/labels?kits=\(kit.id)&size=single"])\">\(reader[.labelAgain])</a></p>"
        return """
            <section class="card"><h2>\(reader[.kitNow])</h2>
            \(kit.due == .overdue ? "<p>\(reader.badge("held", "◇", reader[.sampleOverdue]))</p>" as HTML : nil)
            \(reader.facts(facts))\(label, if: reader.may(.receiveSamples))</section>
            <section class="card"><h2>\(reader[.kitHistory])</h2>\(steps(reader))</section>
            """
    }

    private func steps(_ reader: Reader) -> HTML {
        let words = reader.language.report
        let steps = (kit.history ?? []).map { step -> HTML in
            let isEnd = step.event.status.isOver
            return """
                <li class="\(isEnd ? "failed" : "done")"><b>\(words.kitStatuses[step.event.status])</b>\
                <span>\(step.event.implied ? "\(reader[.stepImplied])" : reader.moment(step.event.at))</span>\
                \(step.event.reason.map { "<span>\(words.reason): \($0)</span>" as HTML })</li>
                """
        }
        return steps.isEmpty ? "<p class=\"soft\">\(reader[.noSteps])</p>" : "<ol class=\"steps\">\(steps)</ol>"
    }
}

extension Reader {
    /// What has become of a kit, also if its result is held, or no result stands any more.
    func status(of kit: KitView) -> String {
        let status = language.report.kitStatuses[kit.status]
        return switch kit.obstacle {
        case .held: "\(status) – \(self[.kitResultHeld])"
        case .withdrawn: self[.kitResultWithdrawn]
        case nil: status
        }
    }

    /// A choice of one laboratory, or of none.
    func laboratories(_ names: [String], chosen: String, _ wrong: [Wrong]) -> HTML {
        let all = [("-", self[.noLaboratory])] + names.map { ($0, $0) }
        return select("laboratory", language.report.laboratory, all, chosen, wrong)
    }
}
