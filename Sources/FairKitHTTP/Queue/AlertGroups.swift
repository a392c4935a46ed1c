import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Consumer groups and their settings.
enum AlertGroups {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<GroupBody>> {
        _ = try Query(request, pages: [])
        let groups = try await context.tenancy.alertGroups.list(by: try context.caller)
        return Answer(ListBody(items: groups.map { GroupBody($0) }, nextCursor: nil))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<GroupBody> {
        Answer(GroupBody(try await context.tenancy.alertGroups.show(try context.groupName, by: try context.caller)))
    }

    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<GroupBody> {
        let caller = try context.caller
        let making = try await request.json(GroupRequest.self, context)
        let group = try await context.tenancy.alertGroups.create(try making.newName, try making.settings(), by: caller)
        return Answer(created: GroupBody(group), at: "/api/v1/alert-groups/\(group.name)")
    }

    /// A JSON merge patch (RFC 7396): what is null is what a new group has, what is not named stays.
    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<GroupBody> {
        let caller = try context.caller
        let patch = try await request.json(JSONTree.self, context, or: "application/merge-patch+json")
        let changes = try Changes(patch)
        return Answer(
            GroupBody(
                try await context.tenancy.alertGroups.change(try context.groupName, by: caller) {
                    changes.apply(to: &$0)
                }))
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> Response {
        try await context.tenancy.alertGroups.remove(try context.groupName, by: try context.caller)
        return Response(status: .noContent)
    }

    /// The changes of a patch; a member that is null gets a new group's default.
    private struct Changes: Sendable {
        private var bands: Set<Band>?
        private var numbers: [String: Int?] = [:]

        init(_ patch: JSONTree) throws {
            guard case .object(let members) = patch else { throw Invalid("", "a JSON object with what changes") }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                switch (name, value) {
                case ("bands", .null): bands = Set(Band.allCases)
                case ("bands", .list(let entries)): bands = try Set(bands: entries.map { $0.integer ?? -1 })
                case ("bands", _): bands = try Set(bands: [])
                case ("criticalLeaseSeconds", .null), ("leaseSeconds", .null), ("criticalMaxInFlight", .null),
                    ("maxInFlight", .null):
                    numbers[name] = .some(nil)
                case ("criticalLeaseSeconds", _), ("leaseSeconds", _), ("criticalMaxInFlight", _), ("maxInFlight", _):
                    guard let number = value.integer else { throw Invalid(path: [name], "a whole number") }
                    numbers[name] = number
                default: throw Invalid(path: [name], "can't be changed")
                }
            }
        }

        func apply(to settings: inout ConsumerGroup.Settings) {
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
    fileprivate var newName: String {
        get throws(Invalid) {
            guard let name else { throw Invalid("/name", "is required") }
            return name
        }
    }

    fileprivate func settings() throws(Invalid) -> ConsumerGroup.Settings {
        ConsumerGroup.Settings(
            bands: try bands.map { bands throws(Invalid) in try Set(bands: bands) } ?? Set(Band.allCases),
            criticalLease: criticalLeaseSeconds, lease: leaseSeconds,
            criticalMaxInFlight: criticalMaxInFlight ?? ConsumerGroup.Settings.defaultMaxInFlight,
            maxInFlight: maxInFlight ?? ConsumerGroup.Settings.defaultMaxInFlight)
    }
}

extension Set<Band> {
    fileprivate init(bands: [Int]) throws(Invalid) {
        let known = bands.compactMap { Band(rawValue: $0) }
        guard !bands.isEmpty, known.count == bands.count, Set(known).count == known.count else {
            throw Invalid("/bands", "one or more of 0, 1, 2 and 3, each once")
        }
        self = Set(known)
    }
}

extension JSONTree {
    /// nil: it is no whole number, or one beyond 64 bits.
    fileprivate var integer: Int? {
        guard case .number(let value) = self else { return nil }
        return Int("\(value)")
    }
}

extension GroupUnknown: ProblemConvertible {
    var problem: Problem { .groupUnknown }
}

extension GroupFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nameTaken:
            Problem(
                .conflict, .groupExists, "There is a consumer group of this name. Change it, or choose another name.")
        case .groupUnknown: .groupUnknown
        case .isDefault:
            Problem(.conflict, .groupInUse, "The group default stays. Change what it wants instead.")
        case .hasUnacked:
            Problem(
                .conflict, .groupInUse,
                "The group has deliveries that are not acked. Let its consumers ack them first.")
        }
    }
}
