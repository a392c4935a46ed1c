/// Why no barcode was read in a picture, as far as can be told: what a better photo would have to do differently.
package enum NoBarcode: String, Hashable, Sendable, CaseIterable {
    /// There are no bars that look like a code's.
    case nothing = "no-bars"
    case cutOff = "cut-off"
    case tooSmall = "too-small"
    case tooBlurred = "too-blurred"
    /// There are bars, and nothing tells why they can't be read.
    case unclear

    /// What a person is told, and what to do.
    package var sentence: String {
        switch self {
        case .nothing: "No barcode was found. Hold the phone closer, with the whole barcode in view and in focus."
        case .cutOff:
            "The barcode reaches over the edge of the photo. Take it whole, with some white at both of its ends."
        case .tooSmall: "The barcode is too small in the photo to be read. Hold the phone closer."
        case .tooBlurred:
            "There are bars in the photo, but they are too blurred to be read. Hold the phone still, tap on the barcode to focus, and try with more light."
        case .unclear:
            "There are bars in the photo that can't be read. Photograph the barcode from straight above, without glare and shadows."
        }
    }
}
