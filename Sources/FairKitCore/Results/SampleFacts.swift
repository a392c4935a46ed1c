/// The facts that a laboratory knows of a sample beside the level (requirement R2.13). Each may be unknown.
package struct SampleFacts: Equatable, Sendable {
    package var specimen: String?
    package var collectedAt: Timestamp?
    package var receivedAt: Timestamp?
    /// The person or laboratory that measured it, as the laboratory names them.
    package var performer: String?
    package var device: String?
    package var comment: String?
    package var crp: CRP?
    package var orderNumber: String?

    package init(
        specimen: String? = nil, collectedAt: Timestamp? = nil, receivedAt: Timestamp? = nil, performer: String? = nil,
        device: String? = nil, comment: String? = nil, crp: CRP? = nil, orderNumber: String? = nil
    ) {
        self.specimen = specimen
        self.collectedAt = collectedAt
        self.receivedAt = receivedAt
        self.performer = performer
        self.device = device
        self.comment = comment
        self.crp = crp
        self.orderNumber = orderNumber
    }

    /// Records every invalid member.
    package func check(_ faults: inout Faults) {
        func text(_ text: String?, _ pointer: String, _ length: ClosedRange<Int> = 1...100) {
            faults.require(text?.isText(length) ?? true, pointer, "1 to \(length.upperBound) characters on one line")
        }
        text(specimen, "/sample/specimenId")
        text(performer, "/sample/performer")
        text(device, "/sample/device")
        text(comment, "/sample/comment", 1...500)
        text(orderNumber, "/sample/orderNumber")
        if let collectedAt, let receivedAt {
            faults.require(collectedAt <= receivedAt, "/sample/receivedAt", "must not be before collectedAt")
        }
    }

    /// Records times that are in the future. Clocks of laboratories may run a day ahead.
    package func check(_ faults: inout Faults, at now: Timestamp) {
        let latest = Timestamp(milliseconds: now.milliseconds + 86_400_000)
        faults.require(collectedAt.map { $0 <= latest } ?? true, "/sample/collectedAt", "must not be in the future")
        faults.require(receivedAt.map { $0 <= latest } ?? true, "/sample/receivedAt", "must not be in the future")
    }

    /// These facts, with those of a correction in their place.
    package func changed(by other: SampleFacts) -> SampleFacts {
        SampleFacts(
            specimen: other.specimen ?? specimen, collectedAt: other.collectedAt ?? collectedAt,
            receivedAt: other.receivedAt ?? receivedAt, performer: other.performer ?? performer,
            device: other.device ?? device, comment: other.comment ?? comment, crp: other.crp ?? crp,
            orderNumber: other.orderNumber ?? orderNumber)
    }
}

/// A level of C-reactive protein in the same sample, as it was reported.
package struct CRP: Equatable, Sendable {
    package let value: Thousandths
    package let unit: Unit

    package enum Unit: String, Sendable, CaseIterable {
        case milligramsPerLitre = "mg/L"
        case milligramsPerDecilitre = "mg/dL"

        /// A unit as people and spreadsheets write it.
        package init?(written text: String) { self.init(spelling: text) }
    }

    package init(value: Thousandths, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Above 10 mg/L: an acute inflammation is likely, which raises AAT. See decision 0105.
    package var isRaised: Bool {
        switch unit {
        case .milligramsPerLitre: value.count > 10_000
        case .milligramsPerDecilitre: value.count > 1000
        }
    }
}

/// A remark on a level for its reader. It needs no verification.
package enum Remark: String, Sendable, CaseIterable {
    /// The level is low or normal, and CRP was raised: without the inflammation it would be lower.
    case acutePhase = "acute-phase"
}

extension ResultVersion {
    package var remarks: [Remark] {
        let isRaised = findings.sample.crp?.isRaised ?? false
        return isRaised && (interpretation.flag == .low || interpretation.flag == .normal) ? [.acutePhase] : []
    }
}
