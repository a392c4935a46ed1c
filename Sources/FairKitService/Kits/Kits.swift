package import FairKitCore
import FairKitStore

/// The test kits of a tenant: issued, registered by photo or code, tracked, reviewed.
package struct Kits: Sendable {
    let tenant: Tenancy
    /// Draws the number of a new kit, from 0 to 9,999,999,999.
    let draw: @Sendable () -> Int64

    package init(
        _ tenant: Tenancy, draw: @escaping @Sendable () -> Int64 = { Int64.random(in: 0..<10_000_000_000) }
    ) {
        self.tenant = tenant
        self.draw = draw
    }
}

extension Tenancy {
    package var kits: Kits { Kits(self) }
}

/// A kit as a caller may see it: without the patient for a laboratory, and without the reporters of its steps for all
/// but administrators.
@dynamicMemberLookup package struct KitView: Sendable {
    /// The kit, without what the caller must not see.
    package let kit: Kit
    /// The kit's history, oldest first; nil: not requested.
    package let history: [Step]?
    /// The statuses that the caller may report next.
    package let nextStatuses: [KitStatus]
    /// The kit's addressee and shipments.
    package private(set) var logistics = KitLogistics()
    /// The name of the assigned laboratory.
    package private(set) var laboratory: String?
    /// The patient's name, if the caller may read the patient's profile.
    package private(set) var patientName: String?
    /// When the sample is due; nil: it is not.
    package private(set) var due: KitDue?
    /// How often the patient was reminded to send the sample; nil: the kit has no last day, or the caller does not see
    /// its patient.
    package private(set) var remindersSent: Int?
    /// What keeps its results from their patient, if no result of the kit stands; nil: nothing that the caller may know. A
    /// laboratory knows of its own results, and a clinician reads them only as far as their patient lets them.
    package private(set) var obstacle: ResultObstacle?
    /// Whether the caller may take back the report that its sample arrived, or that it was rejected.
    package internal(set) var mayTakeBackArrival = false

    /// A step in a kit's life.
    package struct Step: Sendable {
        package let event: KitEvent
        /// The account or key that reported the step; nil: hidden from the caller.
        package let actor: ActorID?
    }

    private let role: Role

    init(_ kit: Kit, _ history: [KitEvent]? = nil, for role: Role) {
        self.role = role
        var kit = kit
        if !role.seesOwnersOfKits { kit.profileID = nil }
        self.kit = kit
        nextStatuses = kit.status.reportable.filter(role.mayReport)
        self.history = history?.map { Step(event: $0, actor: role.seesWhoReported ? $0.actor : nil) }
    }

    func named(_ name: String?) -> KitView {
        var view = self
        view.patientName = kit.profileID == nil ? nil : name
        return view
    }

    /// Adds logistics and due state.
    func followed<Access>(in tx: borrowing Connection<Access>, at now: Timestamp) throws(DatabaseError) -> KitView {
        var view = self
        view.logistics = try tx.logistics(of: kit.id)
        view.laboratory = try view.logistics.laboratoryID.flatMap { (id) throws(DatabaseError) in
            try tx.laboratory(id)?.name
        }
        view.due = kit.due(at: now)
        if role.name != .clinician {
            view.obstacle = try tx.obstacle(
                of: kit.code, isResulted: kit.status == .resulted, from: role.laboratory)
        }
        if kit.sendBy != nil, kit.profileID != nil {
            view.remindersSent = try tx.reminders(of: kit.id)?.sent ?? 0
        }
        return view
    }

    package subscript<Member>(dynamicMember path: KeyPath<Kit, Member>) -> Member { kit[keyPath: path] }
}
