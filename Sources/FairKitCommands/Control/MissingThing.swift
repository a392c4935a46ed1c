/// The missing thing if a path is not found: `no kit with the id 0193…`; nil: the server's message is better.
package func missingThing(at path: String) -> String? {
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard parts.starts(with: ["api", "v1"]), parts.count > 3 else { return nil }
    let (noun, id) = (parts[2], parts[3])
    switch noun {
    case "accounts" where id == "invitations" && parts.count > 4: return "no invitation with the id \(parts[4])"
    case "alert-groups" where parts.last == "webhook": return "no webhook of the consumer group \(id)"
    case "teams" where parts.count > 5 && parts[4] == "overrides": return "no override with the id \(parts[5])"
    case "teams": return "no team \(id)"
    // A code stands in the body, and in no path.
    case "test-kits" where id == "search": return "no kit with this code"
    case "test-kits" where parts.last == "photo":
        return "no photo of this kit (photos are kept for 30 days, while there is space)"
    case "results": return "no result with the id \(id) that this role can see"
    default: return things[noun].map { "\($0) with the id \(id)" }
    }
}

private let things = [
    "accounts": "no account", "alerts": "no alert", "break-glass": "no emergency", "care-assignments": "no care",
    "profiles": "no profile", "test-kits": "no kit",
]
