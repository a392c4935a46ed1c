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

    @Test func `nothing at all is refused`() {
        #expect(KitChoice(photo: nil, typed: nil) == .refused(.nothingSent))
    }

    @Test func `one alone registers what it says`() {
        #expect(KitChoice(photo: nil, typed: Self.text) == .registered(read, from: .typed, needsReview: false))
        #expect(KitChoice(photo: .kit(read), typed: nil) == .registered(read, from: .photo, needsReview: false))
    }

    @Test func `agreeing are registered from the photo`() {
        #expect(
            KitChoice(photo: .kit(other), typed: Self.otherText) == .registered(other, from: .photo, needsReview: false)
        )
    }

    @Test func `disagreeing are refused, naming both`() {
        #expect(KitChoice(photo: .kit(read), typed: Self.otherText) == .refused(.disagrees(typed: other, photo: read)))
    }

    @Test func `a typed code picks one of several kits`() throws {
        let codes = [read, other]
        let third = try KitCode(scanned: "FU-KIT-1234567890-U")
        #expect(
            KitChoice(photo: .several(codes), typed: Self.otherText)
                == .registered(other, from: .photo, needsReview: false))
        #expect(KitChoice(photo: .several(codes), typed: nil) == .refused(.several(codes)))
        #expect(KitChoice(photo: .several(codes), typed: third.description) == .refused(.several(codes)))
    }

    @Test(arguments: [KitReading.noBarcode(.tooBlurred), .notAKit])
    func `a photo without a kit needs a review beside a typed code`(photo: KitReading) {
        #expect(KitChoice(photo: photo, typed: Self.text) == .registered(read, from: .typed, needsReview: true))
    }

    @Test(arguments: [
        (KitReading.noBarcode(.tooSmall), KitChoice.Refusal.noBarcode(.tooSmall)), (.notAKit, .notAKitInPhoto),
        (.checksumMismatch, .checksumMismatchInPhoto),
    ])
    func `a photo without a kit is refused alone`(photo: KitReading, refusal: KitChoice.Refusal) {
        #expect(KitChoice(photo: photo, typed: nil) == .refused(refusal))
    }

    @Test func `a misread check character in the photo is refused whatever was typed`() {
        #expect(KitChoice(photo: .checksumMismatch, typed: Self.text) == .refused(.checksumMismatchInPhoto))
    }

    @Test(arguments: [
        ("FU-KIT-2025110701-Y", KitCode.Malformed.checkCharacter), ("12", .prefix), ("FU-KIT-1-X", .length),
        ("", .prefix),
    ])
    func `a typed code that is none is refused beside any photo`(typed: String, error: KitCode.Malformed) {
        for photo in [nil, .kit(read), .several([read, other]), .noBarcode(.nothing), .notAKit, .checksumMismatch]
            as [KitReading?]
        {
            #expect(KitChoice(photo: photo, typed: typed) == .refused(.typed(error)))
        }
    }
}
