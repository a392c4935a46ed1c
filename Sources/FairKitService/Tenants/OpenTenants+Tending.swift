import FairKitCore
import FairKitStore
import Logging
import ServiceLifecycle

extension OpenTenants: Service {
    /// Opens what is due and closes what nobody uses, until the server stops; then closes all.
    package func run() async {
        try? await cancelWhenGracefulShutdown {
            while true {
                await self.tend()
                try await self.clock.sleep(for: OpenTenants.pause)
            }
        }
        await closeAll()
    }

    /// Looks once after all tenants.
    package func tend() async {
        if known.isEmpty { _ = try? await list() }
        let now = now()
        for opened in opened where opened.tenant.name != .standard {
            guard let since = opened.visits.vacantSince, since.advanced(by: OpenTenants.patience) <= now else {
                continue
            }
            await closeUnlessWatched(opened, at: now)
        }
        for tenant in known.values where tenant.state == .active && isClosed(tenant) {
            guard let due = tenant.dueAt, due <= now, !Task.isCancelled else { continue }
            await openDue(tenant, at: now)
        }
    }

    private func closeUnlessWatched(_ opened: Opened, at now: Timestamp) async {
        do {
            let (isWatched, expiry, mail) = try await opened.store.read { [sendsMail] (tx) throws(DatabaseError) in
                (try tx.wantsWatching(), try tx.firstExpiry(), try tx.nextMail(sends: sendsMail))
            }
            // A mail that is tried again soon is waited for.
            guard !isWatched, mail.map({ $0 > now.advanced(by: OpenTenants.patience) }) ?? true else { return }
            // Somebody may have come meanwhile.
            guard opened.visits.vacantSince != nil, isOpen(opened) else { return }
            let soon = now.advanced(by: .seconds(3600))
            await close(opened, due: [expiry.map { max($0, soon) }, mail].compactMap(\.self).min())
        } catch {
            logger.error(
                "a tenant could not be looked after",
                metadata: ["tenant": "\(opened.tenant.id)", "error": "\(error)"])
        }
    }

    /// What keeps a tenant from being opened has to be known, and does not keep the others.
    private func openDue(_ tenant: Tenant, at now: Timestamp) async {
        do {
            _ = try await use(tenant.name)
        } catch {
            logger.error(
                "a tenant for which there is something to do could not be opened",
                metadata: ["tenant": "\(tenant.id)", "error": "\(error)"])
            setDue(now.advanced(by: .seconds(60)), of: tenant)
        }
    }
}
