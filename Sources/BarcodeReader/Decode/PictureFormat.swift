/// The format of a file by its first bytes; the first four formats are supported.
package enum PictureFormat: UInt8, Hashable, Sendable, CaseIterable {
    case jpeg = 1
    case png, webp, heic
    case gif, avif, tiff, bmp, jpegXL, svg, pdf, video

    /// Whether pictures of this format are read.
    package var isDecoded: Bool { rawValue <= PictureFormat.heic.rawValue }

    /// The name a person knows the format by.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        case .jpegXL: "JPEG XL"
        case .svg: "SVG"
        case .pdf: "PDF"
        case .video: "Video"
        }
    }

    /// Recognises a file by its first bytes. The declared content type is ignored, since phones get it wrong.
    package init?(recognising bytes: [UInt8]) {
        func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
            let wanted = Array("\(text)".utf8)
            return bytes.count >= offset + wanted.count && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if holds("GIF87a") || holds("GIF89a") {
            self = .gif
        } else if holds("RIFF"), holds("WEBP", at: 8) {
            self = .webp
        } else if holds("ftyp", at: 4) {
            self = Self(fileType: bytes)
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if bytes.starts(with: [0xFF, 0x0A]) || holds("JXL ", at: 4) {
            self = .jpegXL
        } else if holds("%PDF-") {
            self = .pdf
        } else if holds("<svg") || holds("<?xml") {
            self = .svg
        } else if holds("BM"), bytes.count > 26 {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The kind of an ISO base media file, by its brands (ISO/IEC 14496-12, 4.3; 23008-12 for HEIF).
    private init(fileType bytes: [UInt8]) {
        func brand(at offset: Int) -> String { String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self) }
        switch brand(at: 8) {
        case "heic", "heix", "heim", "heis", "hevc", "hevx": self = .heic
        case "avif", "avis": self = .avif
        case "mif1", "msf1":
            // Some picture: which coding, say the other brands up to the box's end.
            let end = min(bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, bytes.count, 256)
            let others = stride(from: 16, to: end, by: 4).map(brand)
            self = others.contains("avif") && !others.contains("heic") ? .avif : .heic
        default: self = .video
        }
    }
}
