package import FairKitCore
import FoundationEssentials

/// A result from a file or a command line: flat members, each a text.
extension ResultRequest {
    /// The members that the header of a file can name, with their pointers in the API.
    private static let pointers = [
        "reference": "/reference", "kitCode": "/kitCode", "testDate": "/testDate", "value": "/level/value",
        "unit": "/level/unit", "comparator": "/level/comparator", "genotype": "/genotype", "phenotype": "/phenotype",
        "interpretation": "/interpretation", "method": "/method",
        "low": "/range/low", "high": "/range/high", "status": "/status", "specimenId": "/sample/specimenId",
        "collectedAt": "/sample/collectedAt", "receivedAt": "/sample/receivedAt", "performer": "/sample/performer",
        "device": "/sample/device", "comment": "/sample/comment", "crp": "/sample/crp/value",
        "crpUnit": "/sample/crp/unit", "orderNumber": "/sample/orderNumber",
    ]
    /// The members of a result itself that the header of a file can name, as in the API.
    package static let members = [
        "reference", "kitCode", "testDate", "value", "unit", "comparator", "genotype", "method", "low", "high",
        "status", "phenotype",
    ]
    /// The member that patients read in the laboratory's words: with a choice of columns, it has to be chosen.
    package static let inWords = ["interpretation"]
    /// The members of `sample` that the header of a file can name, as in the API; of `crp` the value and the unit.
    package static let ofSamples = [
        "specimenId", "collectedAt", "receivedAt", "performer", "device", "comment", "crp", "crpUnit", "orderNumber",
    ]
    /// The columns of which a table needs the first three, and one of the groups that follow.
    package static let required = ["reference", "kitCode", "testDate"]
    package static let oneOf = [["value", "unit"], ["genotype"], ["phenotype"]]

    /// The reasons why a line is not a valid result.
    package struct Malformed: Error, Equatable {
        package let sentence: String

        package init(sentence: String) {
            self.sentence = sentence
        }

        /// Names the columns that have the faults.
        package init(_ faults: Faults) {
            let sentences = faults.fields.map { field in
                let name = member(at: field.pointer)
                return "\(name ?? String(field.pointer.dropFirst())): \(field.detail)"
            }
            self.init(sentence: sentences.joined(separator: "; "))
        }
    }

    /// - Parameters:
    ///   - members: empty members count as missing.
    ///   - form: how dates and numbers are written.
    package init(_ members: [String: String], written form: TableForm = TableForm()) throws(Malformed) {
        var faults = Faults()
        self.init(members, written: form, noting: &faults)
        guard faults.isEmpty else {
            throw Malformed(faults)
        }
    }

    /// The member that a fault concerns; nil: the row itself.
    package static func member(at pointer: String) -> String? { pointers.first { $0.value == pointer }?.key }

    /// The values of a row where these faults are, by pointer.
    package static func sent(in members: [String: String], at faults: Faults) -> [String: String] {
        let names = Dictionary(pointers.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            faults.fields.compactMap { field in
                names[field.pointer].flatMap { members[$0] }.map { (field.pointer, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a fault refuses a row here already: it concerns a member that is needed, or one that no result has.
    package static func refuses(_ faults: Faults) -> Bool {
        faults.concern(Findings.needed) || faults.fields.contains { !pointers.values.contains($0.pointer) }
    }

    /// Reads a row of a table; faults are recorded, with stand-ins for what can't be read.
    ///
    /// - Parameters:
    ///   - members: empty members count as missing. A value may begin with its comparator: `>820`.
    ///   - form: how the table writes dates and numbers.
    package init(_ members: [String: String], written form: TableForm, noting faults: inout Faults) {
        var row = Row(form: form, given: members.compactMapValues { $0.said }, faults: faults)
        for stranger in row.given.keys.sorted() where ResultRequest.pointers[stranger] == nil {
            row.faults.record(Invalid(path: [stranger], "unknown member"))
        }
        row.logOtherEncodings()
        row.splitComparator()
        // A unit and a range without a number say nothing, since they may stand in all rows.
        let isWithoutLevel =
            row.given["value"] == nil && row.given["comparator"] == nil
            && (row.given["genotype"] != nil || row.given["phenotype"] != nil)
        let hasRange = !isWithoutLevel && (row.given["low"] != nil || row.given["high"] != nil)
        self.init(
            reference: row.text("reference"), kitCode: row.text("kitCode"), testDate: row.date("testDate"),
            level: isWithoutLevel
                ? nil
                : LevelBody(value: row.number("value"), unit: row.text("unit"), comparator: row.given["comparator"]),
            genotype: row.given["genotype"], phenotype: row.given["phenotype"], method: row.given["method"],
            range: hasRange ? RangeBody(low: row.number("low"), high: row.number("high")) : nil,
            interpretation: row.given["interpretation"],
            status: row.given["status"], sample: row.sample())
        faults = row.faults
    }

    /// The texts of one row, and the faults found in them.
    private struct Row {
        let form: TableForm
        var given: [String: String]
        var faults: Faults

        mutating func record(_ name: String, _ detail: String) {
            faults.record(ResultRequest.pointers[name] ?? "/\(name)", detail)
        }

        mutating func text(_ name: String) -> String {
            guard let text = given[name] else {
                record(name, "is required")
                return ""
            }
            return text
        }

        mutating func number(_ name: String) -> ExactNumber {
            let text = text(name)
            do throws(TableForm.Unclear) { return ExactNumber(try form.number(text, of: name)) } catch {
                record(name, error.sentence)
                return .thousandths(Thousandths(count: 0))
            }
        }

        /// As the API writes dates.
        mutating func date(_ name: String) -> String {
            let text = text(name)
            do throws(TableForm.Unclear) { return "\(try form.date(text))" } catch {
                record(name, error.sentence)
                return ""
            }
        }

        /// Records texts that are in another encoding than UTF-8.
        mutating func logOtherEncodings() {
            for (name, text) in given.sorted(by: { $0.key < $1.key }) where text.contains(UTF8Text.unreadable) {
                record(name, UTF8Text.otherEncoding)
            }
        }

        /// The row's data on the sample; nil: none. A unit of CRP without its value says nothing, since it may
        /// stand in all rows.
        mutating func sample() -> SampleBody? {
            guard ResultRequest.ofSamples.contains(where: { $0 != "crpUnit" && given[$0] != nil }) else { return nil }
            var crp: SampleBody.CRPBody?
            if given["crp"] != nil {
                let (value, unit) = (number("crp"), text("crpUnit"))
                crp = SampleBody.CRPBody(value: value, unit: unit)
            }
            return SampleBody(
                specimenId: given["specimenId"], collectedAt: given["collectedAt"], receivedAt: given["receivedAt"],
                performer: given["performer"], device: given["device"], comment: given["comment"], crp: crp,
                orderNumber: given["orderNumber"])
        }

        /// Takes a comparator out of a value such as `<20`.
        mutating func splitComparator() {
            guard let text = given["value"] else { return }
            let (mark, number) = Comparator.split(text)
            guard !mark.isEmpty else { return }
            given["value"] = number
            let begins = Comparator(written: mark)
            if let said = given["comparator"], said != mark, begins == nil || Comparator(written: said) != begins {
                record("comparator", "another one than the value begins with")
            }
            given["comparator"] = mark
        }
    }
}

extension String {
    /// Without white space around it, without the `="…"` that keeps spreadsheets from changing a text, and without the
    /// apostrophe that files of FairKit have before signs of formulas; nil: empty.
    package var said: String? {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 2 { text = text.dropFirst(2).dropLast() }
        if text.first == "'", let sign = text.dropFirst().first, "=+-@".contains(sign) { text.removeFirst() }
        return text.isEmpty ? nil : String(text)
    }
}
