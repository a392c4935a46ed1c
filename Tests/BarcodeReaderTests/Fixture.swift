import BarcodeReader
import FoundationEssentials
import Testing

/// The pictures beside the tests; `Fixtures/make.py` says what each holds.
enum Fixture {
    static let kit = "FU-KIT-2025110701-X"
    static let otherKit = "FU-KIT-2025111099-J"

    static func bytes(_ name: String) throws -> [UInt8] {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: here.appending(path: "Fixtures/\(name)")))
    }

    static func luma(_ name: String) throws -> Luma {
        try ImageDecoder(bytes(name)).luma()
    }
}

/// A practically unlimited search; debug builds are slow.
func longBudget() -> TimeBudget { TimeBudget(.seconds(60), now: { ContinuousClock.now }) }

extension Luma {
    /// As a file for any viewer, attached to a failed reading.
    var portableGreyMap: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }

    /// On a larger sheet of the same paper, so that a part of it can be found anywhere.
    func on(width: Int, height: Int, x: Int, y: Int) throws -> Luma {
        var sheet = [UInt8](repeating: 235, count: width * height)
        for row in 0..<self.height {
            let from = row * self.width
            let to = (row + y) * width + x
            sheet.replaceSubrange(to..<to + self.width, with: pixels[from..<from + self.width])
        }
        return try #require(Luma(width: width, height: height, pixels: sheet))
    }
}

/// Reads until something is found; an unread picture is attached to the failure.
func texts(in luma: Luma, expecting expected: [String], at place: SourceLocation = #_sourceLocation) throws {
    var reader = try PictureReader()
    let found = reader.read(luma, budget: longBudget()) { !$0.isEmpty }.map(\.text)
    if found.sorted() != expected.sorted() {
        Attachment.record(luma.portableGreyMap, named: "unread.pgm", sourceLocation: place)
    }
    #expect(found.sorted() == expected.sorted(), sourceLocation: place)
}
