import BarcodeReader
import Testing

@Suite struct `Recognising a format` {
    static let others: [(String, PictureFormat, String)] = [
        ("GIF89a......", .gif, "GIF is not supported: send JPEG, PNG, WebP or HEIC."),
        ("....ftypavif....", .avif, "AVIF is not supported: send JPEG, PNG, WebP or HEIC."),
        ("\0\0\0\u{14}ftypmif1....avif", .avif, "AVIF is not supported: send JPEG, PNG, WebP or HEIC."),
        ("....ftypqt  ....", .video, "Video is not supported: send JPEG, PNG, WebP or HEIC."),
        ("II*\0........", .tiff, "TIFF is not supported: send JPEG, PNG, WebP or HEIC."),
        ("BM..........................", .bmp, "BMP is not supported: send JPEG, PNG, WebP or HEIC."),
        ("....JXL ....", .jpegXL, "JPEG XL is not supported: send JPEG, PNG, WebP or HEIC."),
        ("<svg xmlns=", .svg, "SVG is not supported: send JPEG, PNG, WebP or HEIC."),
        ("%PDF-1.7....", .pdf, "PDF is not supported: send JPEG, PNG, WebP or HEIC."),
    ]

    @Test(arguments: others)
    func `an unsupported format is named, with what to send instead`(
        start: String, format: PictureFormat, sentence: String
    ) throws {
        let error = #expect(throws: PictureError.self) { try ImageDecoder(Array(start.utf8)) }
        #expect(error == .unsupportedFormat(format))
        #expect(error?.sentence == sentence)
    }

    @Test(arguments: [
        ("RIFF....WEBPVP8 ", PictureFormat.webp), ("....ftypheic....", .heic), ("....ftypheix....", .heic),
        ("....ftypmif1....", .heic), ("\0\0\0\u{18}ftypmif1....avifheic", .heic),
        ("\0\0\0\u{10}ftypmif1....avif", .heic),
    ])
    func `the first bytes of a supported format prove nothing about the rest`(start: String, format: PictureFormat) {
        #expect(PictureFormat(recognising: Array(start.utf8)) == format)
        #expect(throws: PictureError.damaged) { try ImageDecoder(Array(start.utf8)) }
    }

    @Test(arguments: ["hello, world", "\u{0}", "GIF", "RIFF....WAVE", "....ftyp"])
    func `other files are not recognised`(text: String) {
        let error = #expect(throws: PictureError.self) { try ImageDecoder(Array(text.utf8)) }
        guard case .unsupportedFormat = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `every prefix of every format is judged without a trap`() {
        for (start, _, _) in Self.others {
            for count in 0...start.utf8.count { _ = PictureFormat(recognising: Array(start.utf8.prefix(count))) }
        }
    }

    @Test func `every error has its own sentence that says what to do`() {
        let errors: [PictureError] = [
            .empty, .tooManyBytes(limit: 20_000_000), .unsupportedFormat(nil), .tooManyPixels(limit: 60_000_000),
            .unsupportedColour, .damaged,
        ]
        #expect(Set(errors.map(\.sentence)).count == errors.count)
        #expect(errors.allSatisfy { $0.sentence.contains(":") && $0.sentence.hasSuffix(".") })
        #expect(PictureError.tooManyBytes(limit: 20_000_000).sentence.contains("20 MB"))
        #expect(PictureError.tooManyPixels(limit: 60_000_000).sentence.contains("60 megapixels"))
    }
}
