import FairKitCore
package import FoundationEssentials
import HTTPTypes

/// The routes that clients reach over the network, as JSON: one in a line. `scripts/routes` writes them to
/// `generated/routes.json`, from which `schemas/site/standard.py` gives each operation of the OpenAPI document its
/// roles, its scope and the responses that follow from them.
package enum RouteList {
    private static let start = Timestamp(milliseconds: 0)
    /// A role of each name that an API key can have; people in other roles sign in.
    private static let rolesOfKeys: [Role] = RoleName.ofKeys.map {
        switch $0 {
        case .patient: .patient(.new(at: start))
        case .laboratory: .laboratory(.new(at: start))
        case .clinician: .clinician
        case .consumer: .consumer
        case .app: .app
        case .coordinator: .coordinator
        case .administrator: .administrator
        }
    }

    /// A route with the rights that it asks for.
    private struct Entry: Encodable {
        let method: String
        let path: String
        /// The routes of one kind of caller have the same refusals.
        let caller: String
        /// The roles of API keys that may call it.
        var roles: [String]?
        /// The scope that a restricted key needs.
        var scope: String?

        init(_ route: Route) {
            method = route.method.rawValue
            path = route.path
            switch route.audience {
            case .everyone: caller = "everyone"
            case .unauthenticated: caller = "unauthenticated"
            case .machineOperator: caller = "operator"
            case .authenticated(nil): caller = "person"
            case .authenticated(let action?):
                caller = "role"
                roles = rolesOfKeys.filter { Subject(.key(.new(at: start)), role: $0).may(action) }.map(\.name.rawValue)
                    .sorted()
                scope = action.scope?.rawValue
            }
        }
    }

    /// The list.
    package static func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data("[".utf8)
        for (number, route) in Route.all.filter({ $0.entrances.contains(.network) }).enumerated() {
            data += Data((number == 0 ? "\n  " : ",\n  ").utf8)
            data += try encoder.encode(Entry(route))
        }
        return data + Data("\n]\n".utf8)
    }
}
