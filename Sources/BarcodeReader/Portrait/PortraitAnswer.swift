/// A worker's answer to a request for a portrait, which is one byte and the photo to the end of the stream.
///
/// | bytes | what |
/// |---|---|
/// | 1 | 0 for a portrait, else the error as in `ScanReport` |
/// | 4 | error only, and the end: the error's detail |
/// | 4 | length of the large picture, and the picture |
/// | 4 | length of the small picture, and the picture |
package enum PortraitAnswer: Hashable, Sendable {
    case portrait(Portrait)
    case failure(PictureError)

    /// The first byte of a request.
    package static let kind: UInt8 = 4
    /// The most bytes of an answer.
    package static let largest = 1 + 2 * (4 + Portrait.limit)

    /// The answer for a photo.
    init(about file: [UInt8]) {
        do throws(PictureError) { self = .portrait(try Portrait(of: file)) } catch { self = .failure(error) }
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .failure(let error):
            let (code, detail) = ScanReport.number(of: error)
            bytes.append(code, bytes: 1)
            bytes.append(detail, bytes: 4)
        case .portrait(let portrait):
            bytes.append(0, bytes: 1)
            for picture in [portrait.large, portrait.small] {
                bytes.append(picture.count, bytes: 4)
                bytes += picture
            }
        }
        return bytes
    }

    /// Nil if the bytes are no answer.
    package init?(parsing bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let code = reader.number(1) else { return nil }
        if code == 0 {
            guard let large = PortraitAnswer.picture(from: &reader), let small = PortraitAnswer.picture(from: &reader),
                let portrait = Portrait(large: large, small: small)
            else { return nil }
            self = .portrait(portrait)
        } else {
            guard let error = reader.number(4).flatMap({ ScanReport.error(code, detail: $0) }) else { return nil }
            self = .failure(error)
        }
        guard reader.isAtEnd else { return nil }
    }

    private static func picture(from reader: inout ByteReader) -> [UInt8]? {
        guard let length = reader.number(4), length <= Portrait.limit else { return nil }
        return reader.take(length).map { Array($0) }
    }
}
