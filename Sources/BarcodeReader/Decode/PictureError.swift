/// Why a file cannot be read as a picture.
package enum PictureError: Error, Hashable, Sendable {
    /// No bytes at all.
    case empty
    /// More bytes than the limit.
    case tooManyBytes(limit: Int)
    /// No format that is decoded; which, if it was recognised.
    case unsupportedFormat(PictureFormat?)
    /// The header announces more pixels than the limit.
    case tooManyPixels(limit: Int)
    /// Printing colours (CMYK, YCCK) or others that have no plain grey.
    case unsupportedColour
    /// The header or the data cannot be decoded.
    case damaged

    /// What is wrong and what to do, for a person.
    package var sentence: String {
        switch self {
        case .empty:
            "The photo is empty: choose it again and send it once more."
        case .tooManyBytes(let limit):
            "The photo is larger than \(limit / 1_000_000) MB: send it in a smaller size."
        case .unsupportedFormat(let format?):
            "\(format.name) is not read: send JPEG, PNG, WebP or HEIC."
        case .unsupportedFormat(nil):
            "The file is not a picture that can be read: send JPEG, PNG, WebP or HEIC."
        case .tooManyPixels(let limit):
            "The photo has more than \(limit / 1_000_000) megapixels: send it in a smaller size."
        case .unsupportedColour:
            "The photo is stored in printing colours (CMYK): save it as an ordinary JPEG or PNG."
        case .damaged:
            "The photo is damaged or incomplete: take it again or send the original file."
        }
    }
}
