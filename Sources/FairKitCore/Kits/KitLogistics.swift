/// The logistics of a kit: its laboratory, its carriers, and its use-by date.
package struct KitLogistics: Equatable, Sendable {
    /// The assigned laboratory; nil: none.
    package var laboratoryID: LaboratoryID?
    /// The last day on which a sample may be taken, as printed on the kit.
    package var useBy: CalendarDate?
    /// To the patient.
    package var shipment: KitShipment?
    /// Of the sample, to the laboratory.
    package var returnShipment: KitShipment?
    /// The day on which it was handed out, if that was before FairKit was told so.
    package var issuedOn: CalendarDate?

    package init(
        laboratoryID: LaboratoryID? = nil, useBy: CalendarDate? = nil, shipment: KitShipment? = nil,
        returnShipment: KitShipment? = nil, issuedOn: CalendarDate? = nil
    ) {
        self.laboratoryID = laboratoryID
        self.useBy = useBy
        self.shipment = shipment
        self.returnShipment = returnShipment
        self.issuedOn = issuedOn
    }

    /// Nothing is known.
    package var isEmpty: Bool { self == KitLogistics() }
}

/// A parcel's carrier and tracking number; at least one of them.
package struct KitShipment: Equatable, Sendable {
    package let carrier: String?
    package let trackingNumber: String?

    /// Two stored texts; nil if both are missing.
    package init?(carrier: String?, trackingNumber: String?) {
        guard carrier != nil || trackingNumber != nil else { return nil }
        self.carrier = carrier
        self.trackingNumber = trackingNumber
    }

    package func check(_ faults: inout Faults) {
        faults.require(carrier?.isText(1...60) ?? true, "/carrier", "1 to 60 characters")
        faults.require(
            trackingNumber?.isTrackingNumber ?? true, "/trackingNumber",
            "4 to 60 letters, digits, spaces, hyphens and slashes")
    }
}

extension String {
    fileprivate var isTrackingNumber: Bool {
        (4...60).contains(utf8.count)
            && utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || " -/".utf8.contains($0)
            }
    }
}

/// A registered kit whose sample has not been sent.
package enum KitDue: String, Sendable, CaseIterable {
    /// It has to be sent within three days.
    case soon
    /// The last day to send it has passed.
    case overdue
}

extension KitStatus {
    /// Whether a kit in this status expires when its time is over: no sample is on its way.
    package var endsByItself: Bool {
        switch self {
        case .issued, .shipped, .registered: true
        case .mailed, .received, .processing, .resulted, .rejected, .expired, .cancelled, .replaced: false
        }
    }
}

extension Kit {
    /// How many days before the last day a kit counts as due soon.
    package static let daysDueSoon = 3
    /// How many days after the last day a kit expires.
    package static let daysOverdue = 30

    /// How urgently its sample is due; nil: it is not due, or it was sent.
    package func due(at now: Timestamp) -> KitDue? {
        guard status == .registered, let sendBy else { return nil }
        let today = now.dayEverywhere
        return sendBy < today ? .overdue : sendBy <= today.adding(days: Kit.daysDueSoon) ? .soon : nil
    }
}

extension Timestamp {
    /// The current day in the westernmost time zone. Every earlier day has ended everywhere, so no patient is told too
    /// early.
    package var dayEverywhere: CalendarDate { advanced(by: .seconds(-43_200)).date() }
}
