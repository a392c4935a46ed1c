/// Why a file cannot be read as a picture.
package enum PictureError: Error, Hashable, Sendable {
    /// No bytes at all.
    case empty
    /// More bytes than the limit.
    case tooManyBytes(limit: Int)
    /// The format is not supported; with the format, if it was recognised.
    case unsupportedFormat(PictureFormat?)
    /// The header announces more pixels than the limit.
    case tooManyPixels(limit: Int)
    /// CMYK, YCCK or other colours without a simple grey.
    case unsupportedColour
    /// The header or the data cannot be decoded.
    case damaged

    /// The problem and its remedy, for the person who sent the photo.
    package var sentence: String {
        switch self {
        case .empty:
            "The photo is empty: choose it again and resend it."
        case .tooManyBytes(let limit):
            "The photo is larger than \(limit / 1_000_000) MB: send it in a smaller size."
        case .unsupportedFormat(let format?):
            "\(format.name) is not supported: send JPEG, PNG, WebP or HEIC."
        case .unsupportedFormat(nil):
            "The file is not a readable picture: send JPEG, PNG, WebP or HEIC."
        case .tooManyPixels(let limit):
            "The photo has more than \(limit / 1_000_000) megapixels: send it in a smaller size."
        case .unsupportedColour:
            "The photo is stored in printing colours (CMYK): save it as an ordinary JPEG or PNG."
        case .damaged:
            "The photo is damaged or incomplete: take it again or send the original file."
        }
    }
}
