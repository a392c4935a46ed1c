package import FairKitCore
import FairKitService
package import FairKitStore
import Logging

// The work of a server that shares its database with others. See decision 0121.

extension OpenTenants {
    /// The work that is there: tenants with due work, and those that this server has open.
    package var neededWork: Set<SharedWork> {
        guard !isStopping else { return [] }
        let opened = phases.keys.filter { id in known.values.contains { $0.id == id && $0.state == .active } }
        let due = known.values.filter { $0.state == .active && isDue($0) }.map(\.id)
        return Set((opened + due).map { .tenant($0) } + [.list])
    }

    /// Learns how other servers changed the list of tenants. What they renamed, suspended or erased is closed here.
    package func follow() async throws(DatabaseError) {
        try await alone { () async throws(DatabaseError) in
            try await load()
            let states = Dictionary(uniqueKeysWithValues: known.values.map { ($0.id, $0) })
            for opened in opened {
                let (tenant, found) = (opened.tenant, states[opened.tenant.id])
                guard found?.name != tenant.name || found?.state != tenant.state else { continue }
                // The server that changed it has noted when it is opened next.
                await close(opened, due: nil, noting: false)
            }
        }
    }

    /// Learns whether other servers have committed to the tenants that are open here.
    package func followCommits() async {
        await withDiscardingTaskGroup { group in
            // A database that does not answer is reported by those who need it.
            for opened in opened { group.addTask { try? await opened.store.followCommits() } }
        }
    }

    /// Whether work is due for a tenant.
    func isDue(_ tenant: Tenant) -> Bool {
        guard let known = known[tenant.name], known.id == tenant.id, let due = known.dueAt else { return false }
        return due <= now()
    }

    /// Whether this server takes care that the tenant's work is done: it is alone, or has the lease.
    func caresFor(_ tenant: Tenant) -> Bool { Leadership(.tenant(tenant.id), by: leases).isHeld }

    /// Makes all tenants due, so that each is opened by the server that takes its lease.
    func logAllDue() async {
        let now = now()
        do {
            try await installation.control.write { (tx) throws(DatabaseError) in try tx.setAllDue(at: now) }
        } catch {
            logger.error("the time of the tenants' next work could not be stored", metadata: ["error": "\(error)"])
        }
    }

    /// Notes again that an open tenant has to be watched, if the server that did has closed it meanwhile.
    func logOpen() async {
        for opened in opened where opened.running != nil && !isDue(opened.tenant) {
            await record(due: now(), of: opened.tenant)
        }
    }
}
