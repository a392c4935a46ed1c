package import FairKitCore
import FairKitStore

/// Test kits of a tenant: issued, registered by photo or code, followed, reviewed.
package struct Kits: Sendable {
    let tenant: Tenancy
    /// Gives the number of a new kit, from 0 to 9,999,999,999.
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

/// A kit as a caller sees it: without its owner for a laboratory, and without who reported its steps for all but administrators.
@dynamicMemberLookup package struct KitView: Sendable {
    /// Without what the caller must not see.
    package let kit: Kit
    /// What happened to the kit, oldest first; nil: it was not asked for.
    package let history: [Step]?
    /// What the caller may report next.
    package let nextStatuses: [KitStatus]
    /// Where it goes and how.
    package private(set) var logistics = KitLogistics()
    /// The name of the laboratory that it is assigned to.
    package private(set) var laboratory: String?
    /// How due its sample is; nil: it is not.
    package private(set) var due: KitDue?

    /// A step in a kit's life.
    package struct Step: Sendable {
        package let event: KitEvent
        /// Who reported it; nil: the caller must not know.
        package let actor: ActorID?
    }

    init(_ kit: Kit, _ history: [KitEvent]? = nil, for role: Role) {
        var kit = kit
        if !role.seesOwnersOfKits { kit.profileID = nil }
        self.kit = kit
        nextStatuses = kit.status.reportable.filter(role.mayReport)
        self.history = history?.map { Step(event: $0, actor: role.seesWhoReported ? $0.actor : nil) }
    }

    /// The same with where it goes, and how due it is.
    func followed<Access>(in tx: borrowing Transaction<Access>, at now: Timestamp) throws(DatabaseError) -> KitView {
        var view = self
        view.logistics = try tx.logistics(of: kit.id)
        view.laboratory = try view.logistics.laboratoryID.flatMap { (id) throws(DatabaseError) in
            try tx.laboratory(id)?.name
        }
        view.due = kit.due(at: now)
        return view
    }

    package subscript<Member>(dynamicMember path: KeyPath<Kit, Member>) -> Member { kit[keyPath: path] }
}
