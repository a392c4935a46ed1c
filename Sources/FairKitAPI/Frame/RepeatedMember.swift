import FoundationEssentials

/// A member that an object of a JSON text has twice. Readers differ in which of the two they take (RFC 8259, section 4),
/// so the server can't know which one the sender meant: `{"value": 820, "value": 82}`.
package struct RepeatedMember: Error, Equatable {
    /// The members and the indices of the entries that lead to it.
    package let path: [String]

    /// The detail of the error about it.
    package static let sentence = "is there twice: send it once"

    /// An object or an array that is being read.
    private struct Container {
        let isObject: Bool
        /// The members of an object so far, as their names mean, not as they are escaped.
        var names: Set<String> = []
        /// The member or the index of the value that is being read.
        var current = ""
        var index = 0
        var expectsName: Bool

        init(isObject: Bool) {
            self.isObject = isObject
            expectsName = isObject
        }
    }

    /// The first one; nil: there is none, or the text is not JSON, which its decoder reports.
    package init?(in json: [UInt8]) {
        var containers: [Container] = []
        var place = 0
        while place < json.count {
            let last = containers.count - 1
            switch json[place] {
            case UInt8(ascii: "{"): containers.append(Container(isObject: true))
            case UInt8(ascii: "["): containers.append(Container(isObject: false))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = containers.popLast()
            case UInt8(ascii: ",") where last >= 0:
                containers[last].expectsName = containers[last].isObject
                containers[last].index += 1
            case UInt8(ascii: "\""):
                guard let end = RepeatedMember.end(ofStringAt: place, in: json) else { return nil }
                defer { place = end }
                guard last >= 0, containers[last].expectsName else { break }
                guard let name = RepeatedMember.text(json[place...end]) else { return nil }
                containers[last].expectsName = false
                containers[last].current = name
                guard containers[last].names.insert(name).inserted else {
                    path = containers.map { $0.isObject ? $0.current : "\($0.index)" }
                    return
                }
            default: break
            }
            place += 1
        }
        return nil
    }

    /// The position of the closing quote.
    private static func end(ofStringAt start: Int, in json: [UInt8]) -> Int? {
        var place = start + 1
        while place < json.count {
            switch json[place] {
            case UInt8(ascii: "\""): return place
            case UInt8(ascii: "\\"): place += 2
            default: place += 1
            }
        }
        return nil
    }

    private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
        guard quoted.contains(UInt8(ascii: "\\")) else {
            return String(validating: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
