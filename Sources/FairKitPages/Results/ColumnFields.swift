import FairKitAPI
import FairKitCore

/// The fields of a form that say which column of a file holds what.
struct ColumnFields {
    let file: ImportedFile
    let columns: ColumnMap
    let reader: Reader

    /// What is still to be chosen.
    var wrong: [Wrong] {
        columns.missing.map { member in
            Wrong(
                field: "c-\(member)", text: reader[.importChoose, ["name": .text(reader.label(ofColumn: member))]])
        }
    }

    /// - Parameter isOpen: whether a person has to choose first.
    func html(isOpen: Bool) -> HTML {
        """
        <details class="more"\(isOpen ? " open" as HTML : nil)><summary>\(reader[.importColumns])</summary>
        <p class="hint">\(reader[.importColumnsLead])</p>
        <div class="filters">\(ColumnMap.members.map { field($0) })\(dates)\(decimals)</div>
        <details class="more"><summary>\(reader[.importSampleColumns])</summary>\
        <div class="filters">\(ColumnMap.ofSamples.map { field($0) })</div></details>
        <div class="actions"><button class="\(isOpen ? "" : "quiet")" formaction="\(to: reader["/results/import"])">\
        \(reader[.importAgain])</button></div></details>
        """
    }

    private func field(_ member: String) -> HTML {
        let chosen = columns.text(of: member)
        let all: [(String, String)] =
            [("", reader[.importNotUsed])]
            + file.header.enumerated().map { place, name in
                let example = file.example(of: place).map { " (\($0))" } ?? ""
                return ("#\(place + 1)", (name.said ?? "\(reader[.importColumn]) \(place + 1)") + example)
            }
            + ColumnMap.fixed(member).map { text in
                let status = ResultStatus(rawValue: text).map { reader.language.report.statuses[$0] }
                return ("=\(text)", reader[.importInAll, ["text": .text(status ?? text)]])
            }
        return "\(reader.select("c-\(member)", reader.label(ofColumn: member), all, chosen, wrong))\n"
    }

    private var dates: HTML {
        let all = [
            ("", reader[.importAsWritten]), (TableForm.DateOrder.dayFirst.rawValue, reader[.importDayFirst]),
            (TableForm.DateOrder.monthFirst.rawValue, reader[.importMonthFirst]),
        ]
        return "\(reader.select("dates", reader[.importDates], all, columns.form.dates?.rawValue ?? ""))\n"
    }

    private var decimals: HTML {
        let all = [
            ("", reader[.importAsWritten]), (TableForm.DecimalMark.comma.rawValue, reader[.importComma]),
            (TableForm.DecimalMark.point.rawValue, reader[.importPoint]),
        ]
        return "\(reader.select("decimals", reader[.importDecimals], all, columns.form.decimals?.rawValue ?? ""))\n"
    }
}

extension Reader {
    /// The name of what a column of a file holds.
    func label(ofColumn member: String) -> String {
        let words = language.report
        return switch member {
        case "reference": self[.labNumber]
        case "kitCode": self[.kitCode]
        case "testDate": self[.testDay]
        case "value": self[.levelWord]
        case "unit": self[.unit]
        case "comparator": self[.importSignWord]
        case "genotype": self[.genotypeWord]
        case "phenotype": self[.phenotypeWord]
        case "method": self[.methodWord]
        case "low": self[.rangeFrom]
        case "high": self[.rangeTo]
        case "status": words.status
        case "interpretation": self[.interpretationWord]
        case "specimenId": self[.specimenWord]
        case "collectedAt": words.collectedAt
        case "receivedAt": self[.receivedWord]
        case "performer": self[.performerWord]
        case "device": self[.deviceWord]
        case "crp": words.crp
        case "crpUnit": self[.crpUnitWord]
        case "orderNumber": self[.orderWord]
        default: words.comment
        }
    }
}
