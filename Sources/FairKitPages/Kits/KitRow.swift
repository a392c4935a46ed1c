import FairKitCore
import FairKitService

/// A row of the list of kits for staff. One whose sample may arrive has its button, whatever the filter.
enum KitRow {
    /// Where the list stands, so that a button leads back there.
    struct Place {
        let stage: KitStage?
        let cursor: String?
        /// Of the list.
        let total: Total
    }

    static func table(_ kits: [KitView], _ place: Place, _ reader: Reader) -> HTML {
        let (takes, total) = (reader.may(.receiveSamples), place.total)
        let all = "\(total.isLowerBound ? "> " : "")\(reader.language.text(of: total.count))"
        let text: PageText = place.cursor == nil && total.count > kits.count ? .kitsOfTotal : .newestKits
        let caption = reader[text, ["count": .number(kits.count), "total": .text(all)]]
        return """
            <section class="card"><h2 class="hide">\(reader[.kitsOfStaff])</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="\(reader[.kitsOfStaff])"><table>
            <caption>\(caption)</caption>
            <thead><tr><th scope="col">\(reader[.kitCode])</th><th scope="col">\(reader.language.report.status)</th>\
            <th scope="col" class="extra">\(reader[.kitSendBy])</th>\
            \(reader.may(.readLaboratories) ? "<th scope=\"col\" class=\"spare\">\(reader.language.report.laboratory)</th>" as HTML : nil)\
            \(takes ? "<th scope=\"col\"><span class=\"hide\">\(reader[.kitArrive])</span></th>" as HTML : nil)</tr></thead>
            <tbody>\(kits.map { row($0, place, takes, reader) })</tbody></table></div></section>
            """
    }

    private static func row(_ kit: KitView, _ place: Place, _ takes: Bool, _ reader: Reader) -> HTML {
        let name = kit.patientName.map { "<br><span class=\"soft small\">\($0)</span>" as HTML }
        let button = kit.nextStatuses.contains(.received) ? arrive(kit, place, reader) : nil
        return """
            <tr><th scope="row"><a class="code" href="\(to: reader["/kits/\(kit.id)"])">\(kit.code.description)</a>\(name)</th>\
            <td>\(reader.status(of: kit))\("<br>\(reader.badge("held", "◇", reader[.sampleOverdue]))", if: kit.due == .overdue)\
            \("<br>\(reader.badge("plain", "○", reader[.kitToReview]))", if: kit.needsReview)</td>\
            <td class="extra">\(kit.status == .registered ? kit.sendBy.map { reader.day($0) } ?? "–" : "–")</td>\
            \(reader.may(.readLaboratories) ? "<td class=\"spare\">\(kit.laboratory ?? "–")</td>" as HTML : nil)\("<td>\(button)</td>", if: takes)</tr>

            """
    }

    private static func arrive(_ kit: KitView, _ place: Place, _ reader: Reader) -> HTML {
        """
        <form method="post" action="\(to: reader["/kits/\(kit.id)/status"])">\(Shell.token(reader))\
        <input type="hidden" name="status" value="received">\
        <input type="hidden" name="stage" value="\(place.stage?.rawValue ?? "all")">\
        <input type="hidden" name="cursor" value="\(place.cursor ?? "")">\
        <button class="quiet">\(reader[.kitArrive])<span class="hide"> \(kit.code.description)</span></button></form>
        """
    }
}
