/// Where a kit goes and how, beside its life: to which laboratory, by which carriers, and until when it is good.
package struct KitLogistics: Hashable, Sendable {
    /// The laboratory that it is assigned to; nil: none.
    package var laboratoryID: LaboratoryID?
    /// The last day on which a sample may be taken with it, as it is printed on the kit.
    package var useBy: CalendarDate?
    /// On its way to the patient.
    package var shipment: KitShipment?
    /// On the sample's way to the laboratory.
    package var returnShipment: KitShipment?

    package init(
        laboratoryID: LaboratoryID? = nil, useBy: CalendarDate? = nil, shipment: KitShipment? = nil,
        returnShipment: KitShipment? = nil
    ) {
        self.laboratoryID = laboratoryID
        self.useBy = useBy
        self.shipment = shipment
        self.returnShipment = returnShipment
    }

    /// Nothing is known.
    package var isEmpty: Bool { self == KitLogistics() }
}

/// Who carries a parcel, and under which number; at least one of them.
package struct KitShipment: Hashable, Sendable {
    package let carrier: String?
    package let trackingNumber: String?

    /// Two texts as they are stored; nil if there is neither.
    package init?(carrier: String?, trackingNumber: String?) {
        guard carrier != nil || trackingNumber != nil else { return nil }
        self.carrier = carrier
        self.trackingNumber = trackingNumber
    }

    package func check(_ faults: inout Faults) {
        faults.demand(carrier?.isText(1...60) ?? true, "/carrier", "1 to 60 characters")
        faults.demand(
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

/// A registered kit whose sample is not on its way.
package enum KitDue: String, Sendable, CaseIterable {
    /// It has to be sent within three days.
    case soon
    /// The last day to send it is over.
    case overdue
}

extension KitStatus {
    /// Whether a kit in it expires by itself when its time is over: no sample is on its way.
    package var endsByItself: Bool {
        switch self {
        case .issued, .shipped, .registered: true
        case .mailed, .received, .processing, .resulted, .rejected, .expired, .cancelled, .replaced: false
        }
    }
}

extension Kit {
    /// Days before the last day to send the sample from which a kit counts as due soon.
    package static let daysDueSoon = 3
    /// Days after the last day to send the sample until the kit expires.
    package static let daysOverdue = 30

    /// How due its sample is; nil: it is not, or is on its way.
    package func due(at now: Timestamp) -> KitDue? {
        guard status == .registered, let sendBy else { return nil }
        let today = now.dayEverywhere
        return sendBy < today ? .overdue : sendBy <= today.adding(days: Kit.daysDueSoon) ? .soon : nil
    }
}

extension Timestamp {
    /// The day that it is in the west of the earth: every day before is over in all time zones, so nobody is told too early.
    package var dayEverywhere: CalendarDate { advanced(by: .seconds(-43_200)).date() }
}
