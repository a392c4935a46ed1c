package import FairKitCore
import FairKitStore

/// Consumer groups, and the bands of alerts that each receives.
package struct AlertGroups: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var alertGroups: AlertGroups { AlertGroups(tenant: self) }
}

/// There is no group with this name.
package struct GroupUnknown: Error {}

/// Why a group was not created, changed or deleted.
package enum GroupFailure: Error {
    case nameTaken
    case groupUnknown
    /// The group `default` can't be deleted.
    case isDefault
    /// The group has unacked deliveries.
    case hasUnacked
    /// No other group would get critical alerts.
    case lastCritical
}

extension AlertGroups {
    /// All groups, by name.
    package func list(by caller: Caller) async throws(Refusal<Never>) -> [ConsumerGroup] {
        try await tenant.read(.readGroups, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[ConsumerGroup], Never> in
            .success(try tx.consumerGroups())
        }
    }

    /// One of them.
    package func show(_ name: String, by caller: Caller) async throws(Refusal<GroupUnknown>) -> ConsumerGroup {
        try await tenant.read(.readGroups, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<ConsumerGroup, GroupUnknown> in
            try tx.consumerGroup(named: name).map { .success($0) } ?? .own(GroupUnknown())
        }
    }
}
