import Coordination
package import FairKitCore
import FairKitService
import FairKitStore
import Logging

extension OpenTenants {
    var opened: [Opened] { phases.values.compactMap { if case .open(let opened) = $0 { opened } else { nil } } }

    func isClosed(_ tenant: Tenant) -> Bool { phases[tenant.id] == nil }

    /// Whether this is still the open instance: the tenant may have been closed and reopened meanwhile.
    func isOpen(_ opened: Opened) -> Bool {
        if case .open(let current) = phases[opened.tenant.id] { current.uses === opened.uses } else { false }
    }

    /// Closes a tenant, unless it is closed already. Callers that use it are refused from now on.
    ///
    /// - Parameters:
    ///   - due: when to open it again without a request.
    ///   - noting: whether that is stored.
    func close(_ opened: Opened, due: Timestamp?, noting: Bool = true) async {
        guard isOpen(opened) else { return }
        let closing = Task.detached { await self.end(opened, due: due, noting: noting) }
        phases[opened.tenant.id] = .closing(closing)
        await closing.value
    }

    private func end(_ opened: Opened, due: Timestamp?, noting: Bool = true) async {
        await opened.running?.stop()
        logIncomplete(opened)
        await onBlockingThread { [installation] in installation.close(opened.store) }
        // Of several servers that have it open, the one that does its work knows when there is more.
        if opened.running != nil, noting, caresFor(opened.tenant) { await record(due: due, of: opened.tenant) }
        phases[opened.tenant.id] = nil
    }

    private func logIncomplete(_ opened: Opened) {
        if opened.store.isIncomplete {
            incomplete.insert(opened.tenant.id)
        } else {
            incomplete.remove(opened.tenant.id)
        }
    }

    /// Whether the data of a tenant may lack something, open or not.
    package var isAnyIncomplete: Bool {
        for opened in opened { logIncomplete(opened) }
        return !incomplete.isEmpty
    }

    /// The tenants that are left closed, since they could not be opened.
    package var leftClosed: Set<TenantID> { unopened }

    /// The two traps for which a tenant is left closed; nil: it is opened. Only a tenant that is served is closed, and only
    /// to protect another one that can be: a server that ends and starts again still delivers alerts in between.
    func closingTraps(of tenant: Tenant) -> Trap.Pair? {
        guard tenant.state == .active, let pair = traps?.pair(of: tenant.id) else { return nil }
        let protects = known.values.contains {
            $0.state == .active && traps?.pair(of: $0.id) == nil && !unopened.contains($0.id)
        }
        return protects ? pair : nil
    }

    /// Closes a tenant if it is open, after waiting while it is being opened or closed.
    ///
    /// - Parameter due: when to open it again; the next server finds out what work it has.
    func closeAny(_ tenant: TenantID, due: Timestamp? = nil) async {
        while let phase = phases[tenant] {
            switch phase {
            case .opening(let opening): _ = await opening.value
            case .closing(let closing): await closing.value
            case .open(let opened): await close(opened, due: due)
            }
        }
    }

    /// Closes all tenants for good. Their background work may finish within the server's shutdown time, and is then
    /// cancelled.
    func closeAll() async {
        isStopping = true
        let running = opened.compactMap(\.running)
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { closings in
                for tenant in phases.keys { closings.addTask { await self.closeAny(tenant, due: self.now()) } }
            }
        } onCancel: {
            for services in running { services.cancel() }
        }
    }

    /// Sets when a tenant is opened without a request.
    func setDue(_ due: Timestamp?, of tenant: Tenant) {
        guard let now = known[tenant.name], now.id == tenant.id else { return }
        known[tenant.name] = now.due(at: due)
    }

    /// A tenant's background work ends when the tenant is closed. If it ends earlier, the tenant is closed, and the
    /// next request reopens it.
    func ended(_ tenant: Tenant, _ error: (any Error)?) async {
        guard case .open(let opened) = phases[tenant.id], !isStopping else { return }
        logger.critical(
            "the background work of a tenant ended unexpectedly; the tenant is reopened",
            metadata: ["tenant": "\(tenant.id)", "error": "\(error.map { "\($0)" } ?? "none")"])
        phases[tenant.id] = .closing(Task.detached { await self.end(opened, due: self.now()) })
    }

    /// A failure here delays work after a crash, but loses no data.
    func record(due: Timestamp?, of tenant: Tenant) async {
        do {
            try await installation.control.write { (tx) throws(DatabaseError) in try tx.setDue(due, of: tenant.id) }
            setDue(due, of: tenant)
        } catch {
            logger.error("the time of a tenant's next work could not be stored", metadata: ["error": "\(error)"])
        }
    }
}
