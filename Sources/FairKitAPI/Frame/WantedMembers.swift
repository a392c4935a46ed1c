/// The requested members of a value.
package enum WantedMembers: Sendable {
    case all
    /// By name, with the requested members of each.
    case some([WantedMember])
    /// The whole page, with some members of its entries.
    indirect case ofEntries(WantedMembers)

    package var isAll: Bool { if case .all = self { true } else { false } }

    /// Whether a member is requested by its name.
    package func names(_ name: String) -> Bool {
        guard case .some(let members) = self else { return false }
        return members.contains { $0.name == name }
    }

    /// - Parameter paths: the names that lead to each requested member, outermost first.
    package init(_ paths: [ArraySlice<Substring>]) {
        var count = 0
        self.init(paths.enumerated().map { ($0 + 1, $1) }, counting: &count)
    }

    /// - Parameter count: the number of names before.
    private init(_ paths: [(position: Int, names: ArraySlice<Substring>)], counting count: inout Int) {
        var names: [(name: Substring, rest: [(Int, ArraySlice<Substring>)])] = []
        for (position, path) in paths {
            guard let name = path.first else {
                self = .all
                return
            }
            if let index = names.firstIndex(where: { $0.name == name }) {
                names[index].rest.append((position, path.dropFirst()))
            } else {
                names.append((name, [(position, path.dropFirst())]))
            }
        }
        self = .some(
            names.map { name, rest in
                count += 1
                return WantedMember(
                    name: name, id: count, position: rest.first?.0 ?? 0, members: WantedMembers(rest, counting: &count))
            })
    }
}

/// A member that is requested by name.
package struct WantedMember: Sendable {
    let name: Substring
    /// Unique within the request.
    let id: Int
    /// Its position in the request: 1 is the first.
    let position: Int
    let members: WantedMembers
}

/// The requested members while a value is written, and which of them were found.
struct MemberChoice {
    /// Of the value that is being written.
    private var wanted: WantedMembers
    /// Where each open member and entry begins, and the requested members of the value around it.
    private var outer: [(start: Int, wanted: WantedMembers)] = []
    /// Whether the value that was written last is left out: it has no members, but some are requested.
    private(set) var isLeftOut = false
    /// All requested members by id, with their position in the request.
    private var asked: [Int: Int] = [:]
    /// The ids of requested members that were found.
    private var found: Set<Int> = []

    init(_ wanted: WantedMembers) { self.wanted = wanted }

    /// The position of the first requested member that no object has; nil: there is none.
    var unknown: Int? { asked.filter { !found.contains($0.key) }.values.min() }

    /// Records that members are requested of a value.
    mutating func ask() {
        guard case .some(let members) = wanted else { return }
        for member in members { asked[member.id] = member.position }
    }

    /// Records that an object has a member, even if it is omitted.
    ///
    /// - Returns: the requested members of the member; nil: it is not requested.
    @discardableResult
    private mutating func find(_ name: some Sequence<UInt8>) -> WantedMembers? {
        switch wanted {
        case .all: return .all
        case .some(let members):
            guard let member = members.first(where: { $0.name.utf8.elementsEqual(name) }) else { return nil }
            found.insert(member.id)
            return member.members
        case .ofEntries(let members): return "items".utf8.elementsEqual(name) ? members : .all
        }
    }

    mutating func omit(_ name: some Sequence<UInt8>) { find(name) }

    /// Begins a member, unless it is not requested.
    mutating func begin(_ name: some Sequence<UInt8>, at start: Int) -> Bool {
        guard let inner = find(name) else { return false }
        begin(at: start)
        wanted = inner
        return true
    }

    /// Begins an entry of a list.
    mutating func begin(at start: Int) {
        outer.append((start, wanted))
        isLeftOut = false
    }

    /// Ends a member or an entry.
    ///
    /// - Returns: where it begins, if it is left out.
    mutating func end() -> Int? {
        let (start, wanted) = outer.removeLast()
        self.wanted = wanted
        defer { isLeftOut = false }
        return isLeftOut ? start : nil
    }

    /// Whether a value without members is written.
    mutating func isWhole(isNull: Bool = false) -> Bool {
        isLeftOut = !wanted.isAll
        // null may be an omitted object.
        if isLeftOut, !isNull { ask() }
        return !isLeftOut
    }
}
