package import FairKitCore
import FairKitStore

extension AlertGroups {
    /// Creates a consumer group. It gets the alerts of its bands that are raised from now on. Returns after the commit.
    ///
    /// - Parameter begin: an earlier time: the group also gets the open alerts that were raised since. The first ones come at
    ///   once, the others through `backfill`.
    package func create(
        _ name: String, _ settings: ConsumerGroup.Settings, from begin: Timestamp? = nil,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<GroupFailure>) -> ConsumerGroup {
        try await tenant.permit(.operateQueue, to: caller, for: GroupFailure.self)
        var faults = faults
        faults.require(
            ConsumerGroup.isName(name), "/name",
            "1 to 63 lowercase letters, digits, '.', '_' and '-', beginning with a letter or a digit")
        settings.check(&faults)
        try faults.refuse(for: GroupFailure.self)
        let (group, count) = try await tenant.write(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ConsumerGroup, Int), GroupFailure> in
            if try tx.consumerGroup(named: name) != nil { return .own(.nameTaken) }
            if let begin, begin > grant.now { return .failure(.invalid(.inTheFuture)) }
            try tx.insertGroup(named: name, settings, from: begin ?? grant.now, at: grant.now)
            let count = try tx.backfillNext(to: name, actor: grant.subject.id, at: grant.now)?.count ?? 0
            grant.log(.groupCreated, name, about: nil)
            return try tx.consumerGroup(named: name).map { .success(($0, count)) } ?? .own(.groupUnknown)
        }
        tenant.waiters.wake(count, of: name)
        return group
    }

    /// Changes the settings of a consumer group, and disables or enables it. New bands, and an enabled group, start
    /// with new alerts. The group keeps its deliveries; those that are pending when it is disabled end. See the
    /// decision `0067-groups-begin-and-end`.
    ///
    /// - Parameters:
    ///   - begin: an earlier time: the group also gets the open alerts that were raised since and that it lacks.
    ///   - change: changes the present settings. It may run twice.
    package func change(
        _ name: String, from begin: Timestamp? = nil, found faults: Faults = Faults(), by caller: Caller,
        _ change: @escaping @Sendable (inout ConsumerGroup.Settings) -> Void
    ) async throws(Refusal<GroupFailure>) -> ConsumerGroup {
        let (group, isSwitched, handedOver) = try await tenant.write(.decideAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ConsumerGroup, Bool, Int), GroupFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            var settings = group.settings
            change(&settings)
            var faults = faults
            settings.check(&faults)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if let begin, begin > grant.now { return .failure(.invalid(.inTheFuture)) }
            if begin != nil, !settings.isEnabled { return .failure(.invalid(.isOff)) }
            if !settings.gets(.critical), try tx.isLastForCritical(group) { return .own(.lastCritical) }
            var handedOver = 0
            if settings.isEnabled {
                try tx.updateConsumerGroup(group, to: settings, from: begin, at: grant.now)
                _ = try tx.backfillNext(to: name, actor: grant.subject.id, at: grant.now)
            } else {
                handedOver = try tx.switchOff(group, with: settings, at: grant.now)
            }
            try Grant.logAlerting(
                .groupChanged, name, "consumer group \(name)", from: group.settings.line, to: settings.line, &grant,
                in: tx)
            let isSwitched = settings.isEnabled != group.settings.isEnabled
            return try tx.consumerGroup(named: name).map { .success(($0, isSwitched, handedOver)) }
                ?? .own(.groupUnknown)
        }
        tenant.waiters.changed(name)
        tenant.waiters.wake(handedOver, in: .critical)
        if isSwitched { tenant.webhookChanges.notify() }
        return group
    }

    /// Deletes a consumer group without unacked deliveries, with its webhook. Its history stays, and its name can be
    /// used again.
    package func remove(_ name: String, by caller: Caller) async throws(Refusal<GroupFailure>) {
        try await tenant.write(.decideAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, GroupFailure> in
            guard name != ConsumerGroup.defaultName else { return .own(.isDefault) }
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            if try tx.isLastForCritical(group) { return .own(.lastCritical) }
            if try tx.hasUnacked(group) { return .own(.hasUnacked) }
            try tx.close(group, at: grant.now)
            try Grant.logAlerting(
                .groupRemoved, name, "consumer group \(name)", from: group.settings.line, to: nil, &grant, in: tx)
            return .success(())
        }
        // Ends the group's waiting claims.
        tenant.waiters.changed(name)
        tenant.webhookChanges.notify()
    }
}

extension Invalid {
    fileprivate static let inTheFuture = Invalid("/from", "not in the future")
    fileprivate static let isOff = Invalid("/from", "only valid for an enabled group")
}
