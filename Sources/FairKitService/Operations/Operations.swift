package import FairKitCore
package import FairKitStore

/// The reading of a tenant's store by operators. It shows no health data, so the audit log does not record it.
package struct Operations: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var operations: Operations { Operations(tenant: self) }
}

/// The state of the readiness check.
package struct Readiness: Sendable {
    /// Only critical results and their alerts are stored.
    package let isDiskFull: Bool
    /// Whether writes fail in the first tenant or the control database because of the disk or a file.
    package var writesFail = false
    /// Whether writes fail in another tenant.
    package var otherWritesFail = false
    /// Whether damaged pages were found in an open file.
    package var isDamaged = false
    /// The tenants that are left closed, since they could not be opened.
    package var leftClosed: [TenantID] = []
    /// Whether the data of a tenant may lack what was acknowledged.
    package var isIncomplete = false
    /// Whether rows that give rights were found that were changed by hand in the database.
    package var hasAlteredRows = false
    /// The open tenants in which the last step of an escalation reaches no person.
    package var unreachable: [TenantID] = []
    /// The open tenants with a team whose clinicians on call can't sign in to acknowledge.
    package var withoutSignIn: [TenantID] = []
    /// Whether a server that started later has the id of this one, which therefore does no shared work.
    package var isReplaced = false
    /// The warnings for an operator about the database that keeps the data.
    package var database: [DatabaseWarning] = []
    /// The latest step of the system clock within the last hour; nil: there was none.
    package var clockStep: Duration?

    package init(isDiskFull: Bool) {
        self.isDiskFull = isDiskFull
    }
}

extension Operations {
    /// Checks whether the database answers, whether the disk has space, and whether the clock was set.
    package func readiness() async throws(DatabaseError) -> Readiness {
        _ = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            try tx.consumerGroup(named: "default")
        }
        var readiness = Readiness(isDiskFull: tenant.store.isDiskFull)
        readiness.clockStep = tenant.clockSteps.recent
        return readiness
    }

    /// Checks the open store. Takes seconds per million rows, without blocking readers. See `Store.check`.
    package func check(by caller: Caller) async throws(Refusal<Never>) -> StoreCheck {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do { return try await tenant.store.check() } catch { throw .store(error) }
    }

    /// Lists access that has ended since an older backup, which would still grant it.
    package func endedAccess(by caller: Caller) async throws(Refusal<Never>) -> RevokedAccess {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do {
            return try await tenant.store.read { (tx) throws(DatabaseError) in try tx.endedAccess() }
        } catch { throw .store(error) }
    }

    /// The size of the store, and its pending work.
    package func statistics(by caller: Caller) async throws(Refusal<Never>) -> StoreStatistics {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        do { return try await tenant.store.statistics() } catch { throw .store(error) }
    }
}
