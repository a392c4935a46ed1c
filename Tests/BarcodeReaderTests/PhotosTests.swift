import BarcodeReader
import FoundationEssentials
import Testing

/// The photos in `images/`, compared with its manifest.
@Suite struct `Kit photos` {
    struct Photo: Decodable, Sendable, CustomTestStringConvertible {
        let file: String
        let codes: [String]
        let others: [String]
        let unread: Bool?

        var testDescription: String { file }
    }

    private struct Manifest: Decodable {
        let photos: [Photo]
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../images")

    static func photos() throws -> [Photo] {
        let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: manifest).photos
    }

    @Test(arguments: try photos().filter { $0.unread != true })
    func `every code of a photo is read, and no others`(photo: Photo) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: photo.file)))
        let request = ScanRequest(
            milliseconds: 10_000, expectation: ScanRequest.Expectation(prefix: "FU-KIT-", length: 19, characters: 18))
        var scan = try PictureScan(now: { ContinuousClock.now })
        let picture = try scan.report(on: bytes, request).outcome.get()
        let found = picture.symbols.filter { $0.sightings >= 2 }.map(\.text)
        if !Set(found).isSuperset(of: photo.codes) {
            Attachment.record(try ImageDecoder(bytes).luma().portableGreyMap, named: "\(photo.file).pgm")
        }
        #expect(Set(found).isSuperset(of: photo.codes))
        #expect(Set(found).isSubset(of: photo.codes + photo.others))
    }
}
