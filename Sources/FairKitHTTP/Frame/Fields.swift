import FairKitAPI
import FairKitCore
import FoundationEssentials
import Hummingbird
import HummingbirdCore

/// Which members of an answer are wanted: `?fields=id,flag,level.value`.
struct Fields {
    private let names: [[Substring]]

    static let parameter = "fields"
    private static let mostNames = 40

    /// nil if everything is wanted.
    init?(_ request: Request) throws(Invalid) {
        guard let text = request.uri.queryParameters[Fields.parameter[...]] else { return nil }
        names = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ".", omittingEmptySubsequences: false)
        }
        let areNames = names.joined().allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
        }
        guard areNames, names.count <= Fields.mostNames else {
            throw Invalid("/fields", "up to 40 names of members, such as id,flag,level.value")
        }
    }

    /// Of a list each entry is narrowed, and the cursor stays.
    func choose(from json: Data) throws -> Data {
        let tree = try JSONDecoder().decode(JSONTree.self, from: json)
        var chosen = tree.choosing(names)
        if case .object(var members) = tree, let items = members["items"] {
            members["items"] = items.choosing(names)
            chosen = .object(members)
        }
        return try jsonEncoder().encode(chosen ?? .object([:]))
    }
}
