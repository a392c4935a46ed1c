import Coordination
import FairKitCore
import FairKitStore
import Logging

extension OpenTenants {
    var opened: [Opened] { phases.values.compactMap { if case .open(let opened) = $0 { opened } else { nil } } }

    func isClosed(_ tenant: Tenant) -> Bool { phases[tenant.id] == nil }

    /// Whether it is still this one that is open: it may have been closed and opened anew meanwhile.
    func isOpen(_ opened: Opened) -> Bool {
        if case .open(let current) = phases[opened.tenant.id] { current.uses === opened.uses } else { false }
    }

    /// Closes a tenant, unless that was done. Callers that use it are refused from now on.
    /// - Parameter due: when it is to be opened again, though nobody asks.
    func close(_ opened: Opened, due: Timestamp?) async {
        guard isOpen(opened) else { return }
        let closing = Task.detached { await self.end(opened, due: due) }
        phases[opened.tenant.id] = .closing(closing)
        await closing.value
    }

    private func end(_ opened: Opened, due: Timestamp?) async {
        await opened.running?.stop()
        await apart { [installation] in installation.close(opened.store) }
        if opened.running != nil { await note(due: due, of: opened.tenant) }
        phases[opened.tenant.id] = nil
    }

    /// Closes a tenant if it is open, and waits while it is being opened or closed.
    /// - Parameter due: when it is to be opened again: by whoever serves next, who finds out what there is to do.
    func closeAny(_ tenant: TenantID, due: Timestamp? = nil) async {
        while let phase = phases[tenant] {
            switch phase {
            case .opening(let opening): _ = await opening.value
            case .closing(let closing): await closing.value
            case .open(let opened): await close(opened, due: due)
            }
        }
    }

    /// Closes all, for ever. What runs for them has the time that the server has, and is cut off when that is over.
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

    /// Sets when a tenant is opened though nobody asks.
    func setDue(_ due: Timestamp?, of tenant: Tenant) {
        guard let now = known[tenant.name], now.id == tenant.id else { return }
        known[tenant.name] = now.due(at: due)
    }

    /// What runs for a tenant ends when the tenant is closed. If it ends before, the tenant is closed: who comes next opens it again.
    func ended(_ tenant: Tenant, _ error: (any Error)?) async {
        guard case .open(let opened) = phases[tenant.id], !isStopping else { return }
        logger.critical(
            "what runs for a tenant has ended, and the tenant is opened again",
            metadata: ["tenant": "\(tenant.id)", "error": "\(error.map { "\($0)" } ?? "none")"])
        phases[tenant.id] = .closing(Task.detached { await self.end(opened, due: self.now()) })
    }
}
