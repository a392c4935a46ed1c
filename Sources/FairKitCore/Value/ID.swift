package import FoundationEssentials
import Synchronization

/// A version 7 UUID (RFC 9562) for one kind of entity, so that a kit's id can't be passed as a patient's.
package struct ID<Entity>: Hashable, Sendable, CustomStringConvertible {
    package let uuid: UUID

    package init(uuid: UUID) {
        self.uuid = uuid
    }

    /// The canonical text of 36 characters, in either case; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: String(text)) else { return nil }
        self.uuid = uuid
    }

    /// A new id whose first 48 bits are the time, so that ids sort in the order of their creation. Those of one
    /// millisecond do so, too, if one process made them: the next 26 bits count.
    package static func new(at now: Timestamp) -> ID {
        var generator = SystemRandomNumberGenerator()
        let time = UInt64(bitPattern: now.milliseconds)
        let count = IDCount.next.wrappingAdd(1, ordering: .relaxed).newValue
        let high = time << 16 | 0x7000 | count >> 14 & 0x0fff
        let low = (count & 0x3fff) << 48 | generator.next() >> 16 | 0x8000_0000_0000_0000
        return ID(
            bytes: (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) }
                + (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * $0)) })
    }

    /// The smallest id that can be made at a time.
    package static func first(at time: Timestamp) -> ID {
        let high = UInt64(max(0, time.milliseconds)) << 16
        return ID(
            bytes: (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) } + [UInt8](repeating: 0, count: 8))
    }

    /// When it was made.
    package var time: Timestamp {
        Timestamp(milliseconds: bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) })
    }

    /// The sixteen bytes, the most significant first.
    package var bytes: [UInt8] {
        let b = uuid.uuid
        return [b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15]
    }

    /// - Parameter bytes: sixteen; nil for another number.
    package init?(sixteen bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(bytes: bytes)
    }

    /// - Parameter bytes: sixteen; nil for another number.
    package init?(sixteen bytes: RawSpan) {
        guard bytes.byteCount == 16 else { return nil }
        uuid = UUID(uuid: unsafe bytes.unsafeLoadUnaligned(as: uuid_t.self))
    }

    private init(bytes b: [UInt8]) {
        uuid = UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }

    /// The canonical text, in lower case.
    package var description: String {
        ASCIIText.string(capacity: 36) { text in
            unsafe withUnsafeBytes(of: uuid.uuid) { bytes in
                for index in bytes.indices {
                    if (4...10).contains(index), index.isMultiple(of: 2) { text.append(UInt8(ascii: "-")) }
                    text.append(hexadecimal: unsafe bytes[index])
                }
            }
        }
    }
}

/// How many ids this process has made, from a number at random. Which of one day's results came first decides whether a
/// level jumped.
private enum IDCount {
    static let next = Atomic<UInt64>(.random(in: 0..<1 << 26))
}
