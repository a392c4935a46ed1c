package import FairKitCore
import FairKitStore

extension AlertGroups {
    /// Creates a consumer group. It gets every open alert of its bands, the first at once, the others by `BackfillGroups`, and all later
    /// ones. Returns after the commit.
    package func create(
        _ name: String, _ settings: ConsumerGroup.Settings, by caller: Caller
    ) async throws(Refusal<GroupFailure>) -> ConsumerGroup {
        try await tenant.permit(.operateQueue, to: caller, for: GroupFailure.self)
        guard ConsumerGroup.isName(name) else {
            throw .invalid(
                Invalid("/name", "1 to 63 small letters, digits, '.', '_' and '-', beginning with a letter or a digit"))
        }
        if let invalid = settings.problems() { throw .invalid(invalid) }
        let (group, count) = try await tenant.write(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ConsumerGroup, Int), GroupFailure> in
            if try tx.consumerGroup(named: name) != nil { return .own(.nameTaken) }
            try tx.insertGroup(named: name, settings, at: grant.now)
            let count = try tx.backfillNext(to: name, actor: grant.subject.id, at: grant.now)?.count ?? 0
            grant.note(.groupCreated, name, about: nil)
            return try tx.consumerGroup(named: name).map { .success(($0, count)) } ?? .own(.groupUnknown)
        }
        tenant.bell.ring(count, of: name)
        return group
    }

    /// Changes the settings of a consumer group. It gets the open alerts of its new bands, the first at once, the others by
    /// `BackfillGroups`; it keeps the deliveries that it has.
    ///
    /// - Parameter change: changes the current settings; it may run twice.
    package func change(
        _ name: String, by caller: Caller, _ change: @escaping @Sendable (inout ConsumerGroup.Settings) -> Void
    ) async throws(Refusal<GroupFailure>) -> ConsumerGroup {
        let group = try await tenant.write(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ConsumerGroup, GroupFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            var settings = group.settings
            change(&settings)
            if let invalid = settings.problems() { return .failure(.invalid(invalid)) }
            try tx.update(group, to: settings)
            _ = try tx.backfillNext(to: name, actor: grant.subject.id, at: grant.now)
            grant.note(.groupChanged, name, about: nil)
            return try tx.consumerGroup(named: name).map { .success($0) } ?? .own(.groupUnknown)
        }
        tenant.bell.changed(name)
        return group
    }

    /// Removes a consumer group whose deliveries are all acked, with its webhook. Its history stays, and its name is free.
    package func remove(_ name: String, by caller: Caller) async throws(Refusal<GroupFailure>) {
        try await tenant.write(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, GroupFailure> in
            guard name != ConsumerGroup.defaultName else { return .own(.isDefault) }
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            if try tx.hasUnacked(group) { return .own(.hasUnacked) }
            try tx.close(group, at: grant.now)
            grant.note(.groupRemoved, name, about: nil)
            return .success(())
        }
        // Waiting claims of the group end.
        tenant.bell.changed(name)
        tenant.webhookChanges.notify()
    }
}
