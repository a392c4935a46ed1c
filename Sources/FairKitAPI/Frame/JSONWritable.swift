public import FoundationEssentials

/// A value that writes itself as JSON.
@usableFromInline
package protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

/// An object in JSON. The build writes `writeMembers` for structs that have none, with a member for each stored property:
/// see `schemas/bodies.py` and decision 0152. A property that is nil is omitted.
@usableFromInline
package protocol JSONBody: JSONWritable {
    /// Writes the members into an object that is open.
    func writeMembers(to json: inout JSONWriter)
}

extension JSONBody {
    @inlinable package func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes a member.
    ///
    /// - Parameter name: the name in quotes, and the colon.
    @inlinable package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        guard begin(name) else { return }
        value.write(to: &self)
        end()
    }

    @inlinable package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        if let value { member(name, value) } else { omit(name) }
    }

    /// Writes a member that is null without a value.
    @inlinable package mutating func member(_ name: StaticString, orNull value: (some JSONWritable)?) {
        guard begin(name) else { return }
        if let value { value.write(to: &self) } else { writeNull() }
        end()
    }

    /// Writes a member whose name is not known before, unless it is nil.
    @inlinable package mutating func member(named name: String, _ value: (some JSONWritable)?) {
        guard let value else { return omit(named: name) }
        guard begin(named: name) else { return }
        value.write(to: &self)
        end()
    }
}

extension String: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) { json.write(self) }
}

extension Bool: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) { json.write(self) }
}

extension Int: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) { json.write(Int64(self)) }
}

extension Int64: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) { json.write(self) }
}

extension Double: JSONWritable {
    /// JSON has neither infinity nor NaN: they are null.
    @usableFromInline package func write(to json: inout JSONWriter) {
        guard isFinite else { return json.writeNull() }
        json.write(number: description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
    }
}

extension Decimal: JSONWritable {
    @usableFromInline package func write(to json: inout JSONWriter) { json.write(number: description) }
}

extension RawRepresentable<String> where Self: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) { json.write(rawValue) }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable package func write(to json: inout JSONWriter) {
        json.beginList()
        for element in self {
            json.beginEntry()
            element.write(to: &json)
            json.end()
        }
        json.endList()
    }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    /// In the order of the names, so that the same value has the same bytes.
    @inlinable package func write(to json: inout JSONWriter) {
        json.beginObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) { json.member(named: name, value) }
        json.endObject()
    }
}
