import FairKitCore
import FairKitService
import FairKitStore
import FairKitVault
import Logging
import ServiceLifecycle

extension OpenTenants: Service {
    /// First opens every tenant that may have had work while no server ran. Then opens due tenants and closes unused
    /// ones, until the server stops; then closes all.
    package func run() async {
        try? await cancelWhenGracefulShutdown {
            await self.openAll()
            while true {
                await self.maintain()
                try await self.clock.sleep(for: OpenTenants.pause)
            }
        }
        await closeAll()
    }

    /// Opens the first tenant, which stays open, unless it is suspended. If it can't be opened, but another one can, it
    /// is left closed.
    package func openFirst() async throws {
        let failure: TenantFailure
        do throws(TenantFailure) {
            _ = try await use(.standard)
            return
        } catch { failure = error }
        guard case .store(let error) = failure else {
            if case .suspended = failure { return }
            throw failure
        }
        for tenant in known.values where tenant.state == .active && tenant.name != .standard {
            do throws(TenantFailure) { _ = try await use(tenant.name) } catch { continue }
            return logger.critical(
                "the first tenant can't be opened, and is left closed; the others are served",
                metadata: ["tenant": "\(TenantName.standard)", "error": "\(error)"])
        }
        // Then there is no other to protect.
        if case .trapped(_) = error {
            _ = try await use(.standard)
            return
        }
        throw error
    }

    /// Whether the first tenant is left closed while others are served.
    package var servesWithoutFirst: Bool {
        guard let first = known[.standard], unopened.contains(first.id) else { return false }
        return known.values.contains { $0.state == .active && !unopened.contains($0.id) }
    }

    /// How many tenants are opened at once.
    private static let width = 4

    /// Catches up on what was written while no server ran, by commands or on a full disk, whether it was recorded or
    /// not.
    package func openAll() async {
        try? await loadIfUnknown()
        guard leases == nil else { return await logAllDue() }
        await open(known.values.filter { $0.state == .active && isClosed($0) })
    }

    /// Checks all tenants once.
    package func maintain() async {
        await recordChanges()
        let now = now()
        if leases != nil { await logOpen() }
        await open(known.values.filter { $0.state == .active && isClosed($0) && isDue($0) && caresFor($0) })
        for opened in opened where opened.tenant.name != .standard {
            guard isOpen(opened), let since = opened.uses.unusedSince,
                since.advanced(by: OpenTenants.idleTimeout) <= now
            else { continue }
            await closeUnlessWatched(opened, at: now)
        }
    }

    /// A tenant that is slow or can't be opened does not hold up the others.
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
        // Without background work nothing needs to be watched: only an operator has opened it.
        guard opened.running != nil, caresFor(opened.tenant) else {
            return await close(opened, due: opened.tenant.dueAt)
        }
        do {
            let (isWatched, expiry, mail) = try await opened.store.read(in: .urgent) {
                [sendsMail] (tx) throws(DatabaseError) in
                (try tx.hasPendingWork(), try tx.firstExpiry(), try tx.nextMail(sends: sendsMail))
            }
            // Stays open for a mail that is retried soon.
            guard !isWatched, mail.map({ $0 > now.advanced(by: OpenTenants.idleTimeout) }) ?? true else { return }
            // A caller may have come meanwhile.
            guard opened.uses.unusedSince != nil, isOpen(opened) else { return }
            let soon = now.advanced(by: .seconds(3600))
            await close(opened, due: [expiry.map { max($0, soon) }, mail].compactMap(\.self).min())
        } catch {
            logger.error(
                "a tenant's due work failed",
                metadata: ["tenant": "\(opened.tenant.id)", "error": "\(error)"])
        }
    }

    /// A tenant that can't be opened is reported, and does not hold up the others.
    private func openDue(_ tenant: Tenant) async {
        do {
            _ = try await use(tenant.name)
        } catch {
            logger.error(
                "a tenant with due work could not be opened",
                metadata: ["tenant": "\(tenant.id)", "error": "\(error)"])
            setDue(now().advanced(by: .seconds(60)), of: tenant)
            // Another server may be able to.
            leases?.release([.tenant(tenant.id)])
        }
    }
}
