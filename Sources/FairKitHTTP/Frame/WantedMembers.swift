import FairKitAPI
import FairKitCore
import Hummingbird
import HummingbirdCore

/// Which members of a value are wanted.
package enum WantedMembers {
    case all
    /// By their names, and which members of each.
    case some([(name: Substring, members: WantedMembers)])
    /// All of a page, and of its entries some members.
    indirect case ofEntries(WantedMembers)

    var isAll: Bool { if case .all = self { true } else { false } }

    /// Which members of a member are wanted; nil: the member itself is not.
    func member(_ name: String) -> WantedMembers? {
        switch self {
        case .all: .all
        case .some(let members): members.first { $0.name == name }?.members
        case .ofEntries(let members): name == "items" ? members : .all
        }
    }

    /// - Parameter paths: of names, from the outermost one.
    fileprivate init(_ paths: [ArraySlice<Substring>]) {
        var names: [(name: Substring, rest: [ArraySlice<Substring>])] = []
        for path in paths {
            guard let name = path.first else {
                self = .all
                return
            }
            if let index = names.firstIndex(where: { $0.name == name }) {
                names[index].rest.append(path.dropFirst())
            } else {
                names.append((name, [path.dropFirst()]))
            }
        }
        self = .some(names.map { ($0.name, WantedMembers($0.rest)) })
    }
}

extension WantedMembers {
    static let parameter = "fields"
    private static let mostNames = 40

    /// What a request wants of its answer: `?fields=id,flag,level.value`.
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
            throw Invalid("/fields", "up to 40 names of members, such as id,flag,level.value")
        }
        self.init(paths)
    }
}

/// An answer whose entries stand in `items`: of each entry some members may be wanted, and what stands beside `items` stays.
protocol EntriesInItems {}

extension ListBody: EntriesInItems {}
