/// The kit that a photo and a typed code together name.
package enum KitChoice: Equatable, Sendable {
    case registered(KitCode, from: KitSource, needsReview: Bool)
    case refused(Refusal)

    package enum Refusal: Equatable, Sendable {
        case nothingSent
        case typed(KitCode.Malformed)
        case checksumMismatchInPhoto
        case notAKitInPhoto
        case noBarcode(NoBarcode)
        case several([KitCode])
        case disagrees(typed: KitCode, photo: KitCode)
    }

    /// The photo wins. A typed code replaces a photo without a kit's code, and picks one of several.
    ///
    /// - Parameter photo: nil if none was sent; `.noBarcode` also for one that could not be decoded.
    package init(photo: KitReading?, typed: String?) {
        let code: KitCode?
        do {
            code = try typed.map { text throws(KitCode.Malformed) in try KitCode(typed: text) }
        } catch {
            self = .refused(.typed(error))
            return
        }
        self =
            switch (photo, code) {
            case (nil, nil): .refused(.nothingSent)
            case (nil, let code?): .registered(code, from: .typed, needsReview: false)
            case (.kit(let read), nil): .registered(read, from: .photo, needsReview: false)
            case (.kit(let read), let code?):
                read == code
                    ? .registered(read, from: .photo, needsReview: false)
                    : .refused(.disagrees(typed: code, photo: read))
            case (.several(let codes), let code?) where codes.contains(code):
                .registered(code, from: .photo, needsReview: false)
            case (.several(let codes), _): .refused(.several(codes))
            case (.checksumMismatch, _): .refused(.checksumMismatchInPhoto)
            case (.notAKit, nil): .refused(.notAKitInPhoto)
            case (.noBarcode(let miss), nil): .refused(.noBarcode(miss))
            case (.notAKit, let code?), (.noBarcode, let code?): .registered(code, from: .typed, needsReview: true)
            }
    }
}
