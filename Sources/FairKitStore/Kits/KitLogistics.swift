package import FairKitCore
package import Relational

extension Connection {
    /// The logistics of a kit.
    package func logistics(of kit: KitID) throws(DatabaseError) -> KitLogistics {
        let found = try first(
            """
            SELECT laboratory_id, use_by, carrier, tracking_number, return_carrier, return_tracking_number,
                issued_on
            FROM kit_logistics WHERE kit_id = \(kit)
            """
        ) { row throws(DatabaseError) in
            KitLogistics(
                laboratoryID: try row.value(0), useBy: try row.value(1),
                shipment: KitShipment(
                    carrier: try row.value(2),
                    trackingNumber: try row.value(3, sealed: .kitLogisticsTrackingNumber, of: kit)),
                returnShipment: KitShipment(
                    carrier: try row.value(4),
                    trackingNumber: try row.value(5, sealed: .kitLogisticsReturnTrackingNumber, of: kit)),
                issuedOn: try row.value(6))
        }
        return found ?? KitLogistics()
    }

    /// Whether kits are assigned to a laboratory.
    package func hasAssignedKits(_ laboratory: LaboratoryID) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM kit_logistics WHERE laboratory_id = \(laboratory) LIMIT 1")
    }

    /// Kits that expire: those past their use-by date, and those whose sample is long overdue. At most a hundred.
    package func kitsExpiring(at now: Timestamp) throws(DatabaseError) -> [Kit] {
        let today = now.dayEverywhere
        let unused = try all(
            "SELECT kit_id FROM kit_logistics WHERE due_on IS NOT NULL AND due_on < \(today) ORDER BY due_on LIMIT 100"
        ) { row throws(DatabaseError) in try row.value(0, as: KitID.self) }
        let unsent = try all(
            """
            SELECT id FROM kit WHERE status = \(KitStatus.registered) AND send_by < \(today.adding(days: -Kit.daysOverdue))
            LIMIT 100
            """
        ) { row throws(DatabaseError) in try row.value(0, as: KitID.self) }
        var kits: [Kit] = []
        for id in unused + unsent {
            if let kit = try kit(id, in: .all) { kits.append(kit) }
        }
        return kits
    }

    /// How many registered kits are due soon or overdue.
    package func kitsDue(at now: Timestamp) throws(DatabaseError) -> [KitDue: Int] {
        var counts: [KitDue: Int] = [:]
        for due in KitDue.allCases {
            counts[due] = try number("SELECT COUNT(*) FROM kit WHERE \(due.condition(on: now.dayEverywhere))")
        }
        return counts
    }
}

extension WriteTransaction {
    /// Stores the logistics of a kit.
    /// - Parameter isOpen: whether the use-by date makes it expire: no sample has been sent with it yet.
    package func setKitLogistics(
        _ logistics: KitLogistics, of kit: KitID, isOpen: Bool, at now: Timestamp
    ) throws(DatabaseError) {
        let (out, back) = (logistics.shipment, logistics.returnShipment)
        try logChange(of: .kit(kit), at: now)
        try run("DELETE FROM kit_logistics WHERE kit_id = \(kit)")
        guard !logistics.isEmpty else { return }
        try run(
            """
            INSERT INTO kit_logistics (kit_id, laboratory_id, use_by, due_on, carrier, tracking_number, return_carrier,
                return_tracking_number, issued_on)
            VALUES (\(kit), \(logistics.laboratoryID), \(logistics.useBy), \(isOpen ? logistics.useBy : nil),
                \(out?.carrier), \(sealed: out?.trackingNumber, .kitLogisticsTrackingNumber, of: kit), \(back?.carrier),
                \(sealed: back?.trackingNumber, .kitLogisticsReturnTrackingNumber, of: kit), \(logistics.issuedOn))
            """)
    }

    /// Records that a kit's due date was handled, whatever the outcome.
    package func forgetDue(of kit: KitID) throws(DatabaseError) {
        try run("UPDATE kit_logistics SET due_on = NULL WHERE kit_id = \(kit) AND due_on IS NOT NULL")
    }
}

extension KitDue {
    /// The SQL equivalent of `Kit.due(at:)`.
    func condition(on today: CalendarDate) -> SQL {
        let registered: SQL = "status = \(KitStatus.registered)"
        return switch self {
        case .overdue: "\(registered) AND send_by < \(today)"
        case .soon: "\(registered) AND send_by BETWEEN \(today) AND \(today.adding(days: Kit.daysDueSoon))"
        }
    }
}
