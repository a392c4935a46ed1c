package import FairKitCore
package import FairKitStore

/// What whoever operates the server asks about a tenant's store. The answers say nothing about anybody's health, so nothing is recorded.
package struct Operations: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var operations: Operations { Operations(tenant: self) }
}

/// That the server can do its work.
package struct Readiness: Sendable {
    /// Only what critical alerts need is stored.
    package let isDiskFull: Bool
    /// Whether the disk or a file keeps writes from being made, in the first tenant or in what knows the tenants.
    package var writesFail = false
    /// Whether they are kept from being made in another tenant.
    package var otherWritesFail = false
    /// Whether damaged pages were met in an open file.
    package var isDamaged = false
    /// By how much the clock of the machine was set within the last hour; nil: it was not.
    package var clockStep: Duration?

    package init(isDiskFull: Bool) {
        self.isDiskFull = isDiskFull
    }
}

extension OpenTenants {
    /// What is wrong with the structure of what knows the tenants; nil if nothing is.
    nonisolated package func checkControl() async throws(DatabaseError) -> CheckFinding? {
        try await installation.control.check()
    }
}

extension Operations {
    /// Tells whether the database answers, whether the disk has room, and whether the clock was set.
    package func readiness() async throws(DatabaseError) -> Readiness {
        _ = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            try tx.consumerGroup(named: "default")
        }
        var readiness = Readiness(isDiskFull: tenant.store.isDiskFull)
        readiness.clockStep = tenant.clockSteps.recent
        return readiness
    }

    /// Checks the open store. Takes seconds for each million rows, without keeping a reader from others. See `Store.check`.
    package func check(by caller: Caller) async throws(Refusal<Never>) -> StoreCheck {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do { return try await tenant.store.check() } catch { throw .store(error) }
    }

    /// Lists what a backup from before does not know to have ended.
    package func endedAccess(by caller: Caller) async throws(Refusal<Never>) -> EndedAccess {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do {
            return try await tenant.store.read { (tx) throws(DatabaseError) in try tx.endedAccess() }
        } catch { throw .store(error) }
    }

    /// Tells how large the store is and what waits in it.
    package func statistics(by caller: Caller) async throws(Refusal<Never>) -> StoreStatistics {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do { return try await tenant.store.statistics() } catch { throw .store(error) }
    }
}
