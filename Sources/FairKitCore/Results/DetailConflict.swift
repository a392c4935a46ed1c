/// A part of a critical result that can't be read or can't be right, though it is not needed to know whose level it is
/// and how high it is (requirement R2.16).
///
/// It never refuses the result: it is kept as the laboratory sent it, and the result is held. See decision 0073.
package struct DetailConflict: Equatable, Sendable, Codable {
    /// Its position in the body, as a JSON pointer.
    package let pointer: String
    /// The expected value there.
    package let detail: String
    /// As it was sent; nil: it is missing, or it was stored in its place.
    package let sent: String?

    package init(pointer: String, detail: String, sent: String?) {
        self.pointer = pointer
        self.detail = detail
        self.sent = sent
    }

    /// - Parameters:
    ///   - faults: faults of which none concerns a member that is needed.
    ///   - sent: the values that were sent where the parser found a fault, by pointer.
    ///   - takeOut: takes a value that was parsed out of its place.
    package static func all(
        of faults: Faults, sent: [String: String], takeOut: (String) -> String?
    ) -> [DetailConflict] {
        faults.fields.map { field in
            let taken = takeOut(field.pointer)
            return DetailConflict(
                pointer: field.pointer, detail: field.detail, sent: sent[field.pointer] ?? taken)
        }
    }
}

extension Findings {
    /// The members of a report without which FairKit can't know whose level it is, how high, and of which report.
    package static let needed = ["/reference", "/kitCode", "/level"]

    /// Keeps what the faults are about aside, so that the rest can be stored.
    ///
    /// - Parameter today: the test date, if the sent one can't be read.
    package mutating func setAside(_ faults: Faults, sent: [String: String], today: CalendarDate) {
        var rest = self
        let conflicts = DetailConflict.all(of: faults, sent: sent) { rest.takeOut($0, today: today) }
        self = rest
        self.conflicts = conflicts
    }

    private mutating func takeOut(_ pointer: String, today: CalendarDate) -> String? {
        switch pointer {
        case "/testDate":
            testDate = today
            return nil
        case "/genotype":
            defer { genotype = nil }
            return genotype?.description
        case "/phenotype":
            defer { phenotype = nil }
            return phenotype?.description
        case "/interpretation":
            defer { interpretation = nil }
            return interpretation
        case "/method":
            defer { method = nil }
            return method
        case _ where pointer.isAtOrIn("/range"):
            defer { reportedRange = nil }
            return reportedRange.map { "\($0.low)-\($0.high)" }
        default: return sample.takeOut(pointer)
        }
    }

    /// The faults that refuse a result that is not critical.
    package var refusal: Invalid {
        Invalid(conflicts.map { FieldError(pointer: $0.pointer, detail: $0.detail) })
    }

    /// Whether a laboratory sent the same aside, when it reports a result again.
    package func hasAside(_ other: Findings) -> Bool {
        func aside(_ findings: Findings) -> [String: String] {
            Dictionary(
                findings.conflicts.compactMap { conflict in conflict.sent.map { (conflict.pointer, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
        return aside(self) == aside(other)
    }

    /// Whether the test date stands in for one that can't be read.
    package var lacksTestDate: Bool { conflicts.contains { $0.pointer == "/testDate" } }
}

extension SampleFacts {
    /// Takes a value out of its place. Times stay there: which of two times is wrong can't be known.
    package mutating func takeOut(_ pointer: String) -> String? {
        func take(_ text: inout String?) -> String? {
            defer { text = nil }
            return text
        }
        switch pointer {
        case "/sample/specimenId": return take(&specimen)
        case "/sample/performer": return take(&performer)
        case "/sample/device": return take(&device)
        case "/sample/comment": return take(&comment)
        case "/sample/orderNumber": return take(&orderNumber)
        case _ where pointer.isAtOrIn("/sample/crp"):
            defer { crp = nil }
            return crp.map { "\($0.value) \($0.unit.rawValue)" }
        default: return nil
        }
    }

    /// Whether it holds what a pointer names.
    package func says(_ pointer: String) -> Bool {
        if pointer.hasSuffix("At") { return collectedAt != nil || receivedAt != nil }
        var copy = self
        return copy.takeOut(pointer) != nil
    }
}
