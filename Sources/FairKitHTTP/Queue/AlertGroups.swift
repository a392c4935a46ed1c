import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Consumer groups and their settings.
enum AlertGroups {
    static func list(_ call: Call) async throws -> Answer<ListBody<GroupBody>> {
        try call.noQuery()
        let groups = try await call.tenancy.alertGroups.list(by: call.caller)
        return Answer(ListBody(all: groups.map { GroupBody($0) }))
    }

    static func show(_ call: Call) async throws -> Answer<GroupBody> {
        Answer(GroupBody(try await call.tenancy.alertGroups.show(try call.groupName, by: call.caller)))
    }

    static func create(_ call: Call) async throws -> Answer<GroupBody> {
        var (making, faults) = try await call.jsonAndFaults(GroupRequest.self)
        faults.require(making.name != nil, "/name", "is required")
        let settings = making.settings(&faults)
        let begin = faults.time(making.from, at: "/from")
        let group = try await call.tenancy.alertGroups.create(
            making.name ?? "", settings, from: begin, found: faults, by: call.caller)
        return Answer(created: GroupBody(group), at: "/api/v1/alert-groups/\(group.name)")
    }

    /// A JSON merge patch (RFC 7396): null sets a new group's default, and a missing member keeps its value.
    static func change(_ call: Call) async throws -> Answer<GroupBody> {
        var (patch, caller, faults) = try await call.showingPatch()
        let changes = Changes(patch, &faults)
        return Answer(
            GroupBody(
                try await call.tenancy.alertGroups.change(
                    try call.groupName, from: changes.begin, found: faults, by: caller
                ) { changes.apply(to: &$0) }))
    }

    static func remove(_ call: Call) async throws -> Response {
        try await call.tenancy.alertGroups.remove(call.groupName, by: try await call.showingCaller())
        return Response(status: .noContent)
    }

    /// The changes of a patch; null sets a new group's default.
    private struct Changes: Sendable {
        private(set) var begin: Timestamp?
        private var isEnabled: Bool?
        private var bands: Set<Band>?
        private var numbers: [String: Int?] = [:]

        init(_ patch: JSONTree, _ faults: inout Faults) {
            guard case .object(let members) = patch else {
                faults.record("", "a JSON object with the members to change")
                return
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                switch (name, value) {
                case ("enabled", .null): isEnabled = true
                case ("enabled", .bool(let value)): isEnabled = value
                case ("enabled", _): faults.record(Invalid(path: [name], "true or false"))
                case ("from", .null): begin = nil
                case ("from", .text(let text)): begin = faults.time(text, at: "/from")
                case ("from", _): faults.record(Invalid(path: [name], Timestamp.expected))
                case ("bands", .null): bands = Set(Band.allCases)
                case ("bands", .list(let entries)): bands = faults.bands(entries.map { $0.integer ?? -1 })
                case ("bands", _): bands = faults.bands([])
                case ("criticalLeaseSeconds", .null), ("leaseSeconds", .null), ("criticalMaxInFlight", .null),
                    ("maxInFlight", .null):
                    numbers[name] = .some(nil)
                case ("criticalLeaseSeconds", _), ("leaseSeconds", _), ("criticalMaxInFlight", _), ("maxInFlight", _):
                    if let number = value.integer {
                        numbers[name] = number
                    } else {
                        faults.record(Invalid(path: [name], "a whole number"))
                    }
                default: faults.record(Invalid(path: [name], "can't be changed"))
                }
            }
        }

        func apply(to settings: inout ConsumerGroup.Settings) {
            if let isEnabled { settings.isEnabled = isEnabled }
            if let bands { settings.bands = bands }
            if let lease = numbers["criticalLeaseSeconds"] { settings.criticalLease = lease }
            if let lease = numbers["leaseSeconds"] { settings.lease = lease }
            if let count = numbers["criticalMaxInFlight"] {
                settings.criticalMaxInFlight = count ?? ConsumerGroup.Settings.defaultMaxInFlight
            }
            if let count = numbers["maxInFlight"] {
                settings.maxInFlight = count ?? ConsumerGroup.Settings.defaultMaxInFlight
            }
        }
    }
}

extension GroupRequest {
    fileprivate func settings(_ faults: inout Faults) -> ConsumerGroup.Settings {
        ConsumerGroup.Settings(
            bands: bands.map { faults.bands($0) } ?? Set(Band.allCases),
            criticalLease: criticalLeaseSeconds, lease: leaseSeconds,
            criticalMaxInFlight: criticalMaxInFlight ?? ConsumerGroup.Settings.defaultMaxInFlight,
            maxInFlight: maxInFlight ?? ConsumerGroup.Settings.defaultMaxInFlight)
    }
}

extension Faults {
    fileprivate mutating func bands(_ numbers: [Int]) -> Set<Band> {
        let known = numbers.compactMap { Band(rawValue: $0) }
        require(
            !numbers.isEmpty && known.count == numbers.count && Set(known).count == known.count, "/bands",
            "one or more of 0, 1, 2 and 3, each once")
        return Set(known)
    }
}

extension JSONTree {
    /// nil: not a whole number of 64 bits.
    fileprivate var integer: Int? {
        guard case .number(let value) = self else { return nil }
        return Int("\(value)")
    }
}

extension GroupUnknown: ProblemConvertible {
    package var problem: Problem { .groupUnknown }
}

extension GroupFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .nameTaken:
            Problem(
                .conflict, .groupExists,
                "A consumer group with this name already exists. Change it, or choose another name.")
        case .groupUnknown: .groupUnknown
        case .isDefault:
            Problem(.conflict, .groupInUse, "The group default can't be deleted. Disable it instead.")
        case .hasUnacked:
            Problem(
                .conflict, .groupInUse,
                "The group has unacked deliveries. Let its consumers ack them, or disable the group first."
            )
        case .lastCritical:
            Problem(
                .conflict, .lastCriticalGroup,
                "No other group gets critical alerts (band 0), so no consumer would get them. Create or enable such a group first."
            )
        }
    }
}
