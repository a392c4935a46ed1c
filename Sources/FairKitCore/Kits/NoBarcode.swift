/// Why no barcode was read in a picture, as far as it can be determined: what a better photo has to change.
package enum NoBarcode: String, Equatable, Sendable, CaseIterable {
    /// No bars that look like a code.
    case nothing = "no-bars"
    case cutOff = "cut-off"
    case tooSmall = "too-small"
    case tooBlurred = "too-blurred"
    /// There are bars, but the reason can't be determined.
    case unclear

    /// The message for the person: what is wrong, and what to do.
    package var sentence: String {
        switch self {
        case .nothing: "No barcode was found. Hold the phone closer, with the whole barcode in view and in focus."
        case .cutOff:
            "The barcode extends beyond the edge of the photo. Photograph all of it, with some white space at both ends."
        case .tooSmall: "The barcode is too small in the photo to be read. Hold the phone closer."
        case .tooBlurred:
            "There are bars in the photo, but they are too blurred to be read. Hold the phone still, tap on the barcode to focus, and try with more light."
        case .unclear:
            "There are bars in the photo that can't be read. Photograph the barcode from straight above, without glare and shadows."
        }
    }
}
