/// A request to a scan worker: the 40 bytes that stand before the picture on its standard input.
///
/// | bytes | what |
/// |---|---|
/// | 1 | version, 2 |
/// | 1 | when a grey copy is wanted: 0 never, 1 if the search ends without enough, 2 always |
/// | 2 | budget of the search in milliseconds, 1 to 10,000 |
/// | 1 | length of the expected text, 6 to 80; 0 if nothing is expected |
/// | 1 | length of its prefix, 0 to 32 and at most the text's |
/// | 1 | characters of its Code 128 from start to check, 0 if that is not known, at most 60 |
/// | 33 | the prefix, printable ASCII, filled up with zeros |
///
/// Numbers are unsigned, most significant byte first. The picture follows to the end of the stream.
package struct ScanRequest: Hashable, Sendable {
    /// The text that ends the search. The worker does not know kits: it compares, and the parent checks.
    package struct Expectation: Hashable, Sendable {
        package let prefix: String
        package let length: Int
        /// Characters of its Code 128 from start to check, if that never varies; soft bars are matched with it.
        package let characters: Int?

        /// Nil if the prefix is longer than 32 characters or than the text, or is not printable ASCII, or a number is not
        /// one that a symbol may have.
        package init?(prefix: String, length: Int, characters: Int? = nil) {
            guard Symbol.textLengths.contains(length), characters.map({ (3...60).contains($0) }) ?? true,
                prefix.utf8.count <= min(length, ScanRequest.longestPrefix),
                prefix.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            self.prefix = prefix
            self.length = length
            self.characters = characters
        }

        /// The layout, if it is known.
        var layout: CodeLayout? { characters.map { CodeLayout(characters: $0, length: length) } }

        /// Whether a text is of the expected kind.
        package func matches(_ text: String) -> Bool {
            text.utf8.count == length && text.utf8.starts(with: prefix.utf8)
        }
    }

    /// Bytes that are not a request; `offset` is where the first wrong field begins.
    package struct Malformed: Error, Hashable, Sendable {
        package let offset: Int
    }

    package static let byteCount = 40
    static let longestPrefix = 32
    private static let version = 2
    private static let budgets = 1...10_000

    /// When a grey copy of the picture is wanted.
    package enum Copy: Int, Hashable, Sendable, CaseIterable {
        case never, ifUnsatisfied, always
    }

    package let copy: Copy
    package let milliseconds: Int
    package let expectation: Expectation?

    /// A budget outside 1 to 10,000 ms becomes the nearest that is allowed.
    package init(copy: Copy = .never, milliseconds: Int = 2000, expectation: Expectation? = nil) {
        self.copy = copy
        self.milliseconds = min(max(milliseconds, Self.budgets.lowerBound), Self.budgets.upperBound)
        self.expectation = expectation
    }

    /// Whether the search may end: the expected text (or any, if none is expected) was seen in two rows, since one may
    /// be a misread.
    package func isSatisfied(by symbols: [Symbol]) -> Bool {
        symbols.contains { $0.sightings >= 2 && expectation?.matches($0.text) ?? true }
    }

    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.version, bytes: 1)
        bytes.append(copy.rawValue, bytes: 1)
        bytes.append(milliseconds, bytes: 2)
        bytes.append(expectation?.length ?? 0, bytes: 1)
        bytes.append(expectation?.prefix.utf8.count ?? 0, bytes: 1)
        bytes.append(expectation?.characters ?? 0, bytes: 1)
        bytes += expectation.map { Array($0.prefix.utf8) } ?? []
        return bytes + [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
    }

    /// Reads exactly the bytes of a request, without the picture.
    package init(parsing bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        guard bytes.count == Self.byteCount, reader.number(1) == Self.version else { throw Malformed(offset: 0) }
        guard let copy = reader.number(1).flatMap(Copy.init(rawValue:)) else { throw Malformed(offset: 1) }
        guard let milliseconds = reader.number(2), Self.budgets.contains(milliseconds) else {
            throw Malformed(offset: 2)
        }
        guard let length = reader.number(1), let prefixLength = reader.number(1),
            let characters = reader.number(1), let prefix = reader.take(prefixLength),
            let rest = reader.take(bytes.count - reader.offset), rest.allSatisfy({ $0 == 0 })
        else { throw Malformed(offset: 4) }
        if length == 0 {
            guard prefixLength == 0, characters == 0 else { throw Malformed(offset: 5) }
            expectation = nil
        } else {
            expectation = Expectation(
                prefix: String(decoding: prefix, as: UTF8.self), length: length,
                characters: characters == 0 ? nil : characters)
            guard expectation != nil else { throw Malformed(offset: 4) }
        }
        self.copy = copy
        self.milliseconds = milliseconds
    }
}
