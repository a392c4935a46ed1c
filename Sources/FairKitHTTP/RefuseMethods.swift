import HTTPTypes
package import Hummingbird
import Synchronization

/// Answers 405 with `Allow` (RFC 9110, section 15.5.6) where a path exists and the method does not.
package final class RefuseMethods: Sendable {
    private struct Known: Hashable, Sendable {
        let path: [Substring]
        let method: String

        var captures: Int { path.count { $0.hasPrefix("{") } }
    }

    private let known = Mutex<Set<Known>>([])

    package init() {}

    /// Is told routes once they are there. Every tenant has the same.
    package func learn(_ router: Router<FairKitContext>) {
        let routes = router.routes.map {
            Known(path: $0.path.description.split(separator: "/"), method: $0.method.rawValue)
        }
        known.withLock { $0.formUnion(routes) }
    }

    /// nil if there is nothing at the path.
    func problem(for path: String) -> Problem? {
        let parts = path.split(separator: "/")
        let matching = known.withLock { $0.filter { RefuseMethods.matches($0.path, parts) } }
        // Of `/test-kits/register` and `/test-kits/{id}` the router takes the one in words.
        let fewest = matching.map(\.captures).min()
        let found = matching.filter { $0.captures == fewest }.map(\.method)
        guard !found.isEmpty else { return nil }
        let methods = Set(found).union(found.contains("GET") ? ["HEAD"] : [])
        return Problem(
            .methodNotAllowed, "method-not-allowed",
            "This address does not take that method. Allow names those it takes."
        ).with(.allow, methods.sorted().joined(separator: ", "))
    }

    private static func matches(_ pattern: [Substring], _ parts: [Substring]) -> Bool {
        pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
