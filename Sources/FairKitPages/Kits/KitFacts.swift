import FairKitCore
import FairKitFrame
import FairKitService

/// What is known of a kit, and each step of its life with its time.
struct KitFacts {
    let kit: KitView

    func html(_ reader: Reader) -> HTML {
        let words = reader.language.report
        var facts: [(String, HTML)] = [
            (reader[.kitCode], "<b class=\"code\">\(kit.code.description)</b>"),
            (words.status, "\(reader.status(of: kit))"),
            (words.laboratory, "\(kit.laboratory ?? reader[.noLaboratory])"),
        ]
        if let name = kit.patientName { facts.append((words.patient, "\(name)")) }
        if let time = kit.registeredAt { facts.append((words.registeredOn, reader.moment(time))) }
        if let day = kit.sendBy { facts.append((reader[.kitSendBy], reader.day(day))) }
        if let day = kit.logistics.useBy { facts.append((reader[.useBy], reader.day(day))) }
        for (title, shipment) in [
            (PageText.sentOut, kit.logistics.shipment), (.sentBack, kit.logistics.returnShipment),
        ] {
            guard let shipment else { continue }
            facts.append(
                (
                    reader[title],
                    "\([shipment.carrier, shipment.trackingNumber].compactMap(\.self).joined(separator: " "))"
                ))
        }
        let label: HTML? =
            reader.may(.receiveSamples)
            ? "<p><a href=\"\(to: reader["/kits/labels?kits=\(kit.id)&size=single"])\">\(reader[.labelAgain])</a></p>"
            : nil
        return """
            <section class="card"><h2>\(reader[.kitNow])</h2>
            \(kit.due == .overdue ? "<p>\(reader.badge("held", "◇", reader[.sampleOverdue]))</p>" as HTML : nil)
            <dl class="facts">\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as HTML })</dl>\(label)</section>
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
        let found = wrong.first { $0.field == "laboratory" }
        let options = names.map { name -> HTML in
            "<option value=\"\(name)\"\(name == chosen ? " selected" as HTML : nil)>\(name)</option>"
        }
        return """
            <div class="field\(found == nil ? "" : " bad")"><label for="laboratory">\(language.report.laboratory)</label>\
            \(found.map { "<p class=\"wrong\" id=\"laboratory-wrong\">\($0.text)</p>" as HTML })
            <select id="laboratory" name="laboratory"\(found == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"laboratory-wrong\"" as HTML)>\
            <option value="-"\(chosen == "-" ? " selected" as HTML : nil)>\(self[.noLaboratory])</option>\(options)</select></div>
            """
    }
}
