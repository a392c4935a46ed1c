package import FairKitAPI
package import FairKitCore
package import Hummingbird
import HummingbirdCore

extension WantedMembers {
    static let parameter = "fields"
    private static let mostNames = 40

    /// The members in `?fields=id,flag,level.value`.
    package init(_ request: Request) throws(Invalid) {
        guard let text = request.uri.queryParameters[WantedMembers.parameter[...]] else {
            self = .all
            return
        }
        let paths = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ".", omittingEmptySubsequences: false)[...]
        }
        let areNames = paths.joined().allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
        }
        guard areNames, paths.count <= WantedMembers.mostNames else {
            throw Invalid("/fields", "up to 40 member names, such as id,flag,level.value")
        }
        self.init(paths)
    }
}

/// A response whose entries are in `items`: `fields` applies to each entry, and the members beside `items` are kept.
package protocol EntriesInItems {}

extension ListBody: EntriesInItems {}
