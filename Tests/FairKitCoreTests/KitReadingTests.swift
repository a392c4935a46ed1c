import FairKitCore
import Testing

@Suite struct `What is read in a picture` {
    static let one = "FU-KIT-2025110701-X"
    static let other = "FU-KIT-2025111099-J"
    static let wrong = "FU-KIT-2025110701-Y"
    static let foreign = "https://example.org/4711"

    @Test(arguments: [[one], [one, one], [one, foreign], [foreign, one], [one, wrong], [wrong, foreign, one, one]])
    func `is one kit, whatever codes are beside it`(texts: [String]) throws {
        #expect(KitReading(texts: texts) == .kit(try KitCode(scanned: Self.one)))
        #expect(KitReading(texts: texts).outcome == "kit")
    }

    @Test func `is several kits, in the order in which they were read`() throws {
        let codes = [try KitCode(scanned: Self.other), try KitCode(scanned: Self.one)]
        let reading = KitReading(texts: [Self.other, Self.wrong, Self.one, Self.other])
        #expect(reading == .several(codes))
        #expect(reading.codes == codes)
        #expect(reading.outcome == "several-kits")
    }

    @Test(arguments: [
        ([String](), KitReading.noBarcode(.nothing), "no-barcode"), ([foreign], .notAKit, "not-a-kit"),
        ([foreign, ""], .notAKit, "not-a-kit"), ([one.lowercased()], .notAKit, "not-a-kit"),
        ([String(one.dropLast(2))], .notAKit, "not-a-kit"), ([wrong], .checksumMismatch, "checksum-mismatch"),
        ([foreign, wrong, foreign], .checksumMismatch, "checksum-mismatch"),
    ])
    func `is no kit, for a reason`(texts: [String], reading: KitReading, outcome: String) {
        #expect(KitReading(texts: texts) == reading)
        #expect(reading.codes == [])
        #expect(reading.outcome == outcome)
    }

    @Test func `gives the requirement's message`() {
        #expect(
            KitReading.notAKit.sentence == "Not a Fair Underwriting test kit. Please check barcode.")
        #expect(KitReading.checksumMismatch.sentence.hasPrefix("Check the last character"))
    }
}
