import FairKitCore
import Testing

@Suite struct `A photo and a typed code together` {
    let read: KitCode
    let other: KitCode
    static let text = "FU-KIT-2025110701-X"
    static let otherText = "fukit 2025111099 j"

    init() throws {
        read = try KitCode(scanned: Self.text)
        other = try KitCode(typed: Self.otherText)
    }

    @Test func `are refused if both are missing`() {
        #expect(KitChoice(photo: nil, typed: nil) == .refused(.nothingSent))
    }

    @Test func `register a kit by either alone`() {
        #expect(KitChoice(photo: nil, typed: Self.text) == .registered(read, from: .typed, needsReview: false))
        #expect(KitChoice(photo: .kit(read), typed: nil) == .registered(read, from: .photo, needsReview: false))
    }

    @Test func `register the photo's kit if they agree`() {
        #expect(
            KitChoice(photo: .kit(other), typed: Self.otherText) == .registered(other, from: .photo, needsReview: false)
        )
    }

    @Test func `are refused if they disagree, naming both`() {
        #expect(KitChoice(photo: .kit(read), typed: Self.otherText) == .refused(.disagrees(typed: other, photo: read)))
    }

    @Test func `register the typed one of several kits`() throws {
        let codes = [read, other]
        let third = try KitCode(scanned: "FU-KIT-1234567890-U")
        #expect(
            KitChoice(photo: .several(codes), typed: Self.otherText)
                == .registered(other, from: .photo, needsReview: false))
        #expect(KitChoice(photo: .several(codes), typed: nil) == .refused(.several(codes)))
        #expect(KitChoice(photo: .several(codes), typed: third.description) == .refused(.several(codes)))
    }

    @Test(arguments: [KitReading.noBarcode(.tooBlurred), .notAKit])
    func `need a review if the photo shows no kit`(photo: KitReading) {
        #expect(KitChoice(photo: photo, typed: Self.text) == .registered(read, from: .typed, needsReview: true))
    }

    @Test(arguments: [
        (KitReading.noBarcode(.tooSmall), KitChoice.Refusal.noBarcode(.tooSmall)), (.notAKit, .notAKitInPhoto),
        (.checksumMismatch, .checksumMismatchInPhoto),
    ])
    func `are refused if the photo shows no kit and no code was typed`(photo: KitReading, refusal: KitChoice.Refusal) {
        #expect(KitChoice(photo: photo, typed: nil) == .refused(refusal))
    }

    @Test func `are refused if the photo's check character is wrong, whatever was typed`() {
        #expect(KitChoice(photo: .checksumMismatch, typed: Self.text) == .refused(.checksumMismatchInPhoto))
    }

    @Test(arguments: [
        ("FU-KIT-2025110701-Y", KitCode.Malformed.checkCharacter), ("12", .prefix), ("FU-KIT-1-X", .length),
        ("", .prefix),
    ])
    func `are refused if the typed code is malformed, whatever the photo`(typed: String, error: KitCode.Malformed) {
        for photo in [nil, .kit(read), .several([read, other]), .noBarcode(.nothing), .notAKit, .checksumMismatch]
            as [KitReading?]
        {
            #expect(KitChoice(photo: photo, typed: typed) == .refused(.typed(error)))
        }
    }
}
