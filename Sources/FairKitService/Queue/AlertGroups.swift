package import FairKitCore
import FairKitStore

/// Groups of consumers, and which alerts each wants.
package struct AlertGroups: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var alertGroups: AlertGroups { AlertGroups(tenant: self) }
}

/// There is no group of this name.
package struct GroupUnknown: Error {}

/// Why a group was not made, changed or removed.
package enum GroupFailure: Error {
    case nameTaken
    case groupUnknown
    /// The one that every installation begins with stays.
    case isDefault
    /// It has deliveries that are not acked.
    case hasUnacked
    /// No other group would get critical alerts.
    case lastCritical
}

extension AlertGroups {
    /// Every group, in the order of their names.
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
