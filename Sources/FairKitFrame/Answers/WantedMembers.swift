package import FairKitAPI
import FairKitCore
import Hummingbird
import HummingbirdCore

/// The requested members of a value.
package enum WantedMembers {
    case all
    /// By name, with the requested members of each.
    case some([WantedMember])
    /// The whole page, with some members of its entries.
    indirect case ofEntries(WantedMembers)

    var isAll: Bool { if case .all = self { true } else { false } }

    /// A requested member; nil: it is not requested.
    func member(_ name: String) -> (wanted: WantedMembers, asked: WantedMember?)? {
        switch self {
        case .all: (.all, nil)
        case .some(let members): members.first { $0.name == name }.map { ($0.members, $0) }
        case .ofEntries(let members): (name == "items" ? members : .all, nil)
        }
    }

    /// - Parameters:
    ///   - paths: the names, outermost first.
    ///   - count: the number of names before.
    fileprivate init(_ paths: [WantedMember.Path], counting count: inout Int) {
        var names: [(name: Substring, rest: [WantedMember.Path])] = []
        for path in paths {
            guard let name = path.names.first else {
                self = .all
                return
            }
            let rest = WantedMember.Path(position: path.position, names: path.names.dropFirst())
            if let index = names.firstIndex(where: { $0.name == name }) {
                names[index].rest.append(rest)
            } else {
                names.append((name, [rest]))
            }
        }
        self = .some(
            names.map { name, rest in
                count += 1
                return WantedMember(
                    name: name, id: count, position: rest.first?.position ?? 0,
                    members: WantedMembers(rest, counting: &count))
            })
    }
}

/// A member that is requested by name.
package struct WantedMember {
    /// The names of a path, and its position in the request: 1 is the first.
    fileprivate struct Path {
        let position: Int
        let names: ArraySlice<Substring>
    }

    let name: Substring
    /// Unique within the request.
    let id: Int
    let position: Int
    let members: WantedMembers
}

extension WantedMembers {
    static let parameter = "fields"
    private static let mostNames = 40

    /// The members in `?fields=id,flag,level.value`.
    init(_ request: Request) throws(Invalid) {
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
        var count = 0
        self.init(
            paths.enumerated().map { WantedMember.Path(position: $0 + 1, names: $1) }, counting: &count)
    }
}

/// A response whose entries are in `items`: `fields` applies to each entry, and the members beside `items` are kept.
package protocol EntriesInItems {}

extension ListBody: EntriesInItems {}
