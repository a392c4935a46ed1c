import FairKitCore
import FairKitStore
import Logging
import ServiceLifecycle

extension OpenTenants: Service {
    /// Opens every tenant once, in which something may have to be done since a server ran last; then opens what is due and closes
    /// what nobody uses, until the server stops; then closes all.
    package func run() async {
        try? await cancelWhenGracefulShutdown {
            await self.openAll()
            while true {
                await self.tend()
                try await self.clock.sleep(for: OpenTenants.pause)
            }
        }
        await closeAll()
    }

    /// How many tenants are opened beside one another.
    private static let width = 4

    /// Whatever was written while no server ran, by commands or on a full disk, is looked after, whether that was noted or not.
    package func openAll() async {
        try? await loadIfUnknown()
        await open(known.values.filter { $0.state == .active && isClosed($0) })
    }

    /// Looks once after all tenants.
    package func tend() async {
        await recordChanges()
        let now = now()
        await open(
            known.values.filter { tenant in
                tenant.state == .active && isClosed(tenant) && tenant.dueAt.map { $0 <= now } ?? false
            })
        for opened in opened where opened.tenant.name != .standard {
            guard isOpen(opened), let since = opened.uses.unusedSince,
                since.advanced(by: OpenTenants.patience) <= now
            else { continue }
            await closeUnlessWatched(opened, at: now)
        }
    }

    /// One that can't be opened, or takes long, does not keep the others.
    private func open(_ tenants: [Tenant]) async {
        await withDiscardingTaskGroup { openings in
            for part in 0..<OpenTenants.width {
                openings.addTask {
                    for index in stride(from: part, to: tenants.count, by: OpenTenants.width) where !Task.isCancelled {
                        await self.openDue(tenants[index])
                    }
                }
            }
        }
    }

    private func closeUnlessWatched(_ opened: Opened, at now: Timestamp) async {
        // Nothing runs for it, so nobody watches: an operator has asked for it.
        guard opened.running != nil else { return await close(opened, due: opened.tenant.dueAt) }
        do {
            let (isWatched, expiry, mail) = try await opened.store.read(in: .urgent) {
                [sendsMail] (tx) throws(DatabaseError) in
                (try tx.hasPendingWork(), try tx.firstExpiry(), try tx.nextMail(sends: sendsMail))
            }
            // A mail that is tried again soon is waited for.
            guard !isWatched, mail.map({ $0 > now.advanced(by: OpenTenants.patience) }) ?? true else { return }
            // Somebody may have come meanwhile.
            guard opened.uses.unusedSince != nil, isOpen(opened) else { return }
            let soon = now.advanced(by: .seconds(3600))
            await close(opened, due: [expiry.map { max($0, soon) }, mail].compactMap(\.self).min())
        } catch {
            logger.error(
                "a tenant could not be looked after",
                metadata: ["tenant": "\(opened.tenant.id)", "error": "\(error)"])
        }
    }

    /// What keeps a tenant from being opened has to be known, and does not keep the others.
    private func openDue(_ tenant: Tenant) async {
        do {
            _ = try await use(tenant.name)
        } catch {
            logger.error(
                "a tenant for which there is something to do could not be opened",
                metadata: ["tenant": "\(tenant.id)", "error": "\(error)"])
            setDue(now().advanced(by: .seconds(60)), of: tenant)
        }
    }
}
