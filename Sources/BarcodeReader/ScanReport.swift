/// What a scan worker answers on its standard output; the parent checks every byte of it, since pictures are not trusted.
package struct ScanReport: Hashable, Sendable {
    /// A picture that was decoded.
    package struct Picture: Hashable, Sendable {
        package let format: PictureFormat
        /// Size of the upright picture.
        package let width: Int
        package let height: Int
        /// What was read, each text once; corners in the upright picture.
        package let symbols: [Symbol]
        /// Present if it was asked for and the search ended without enough.
        package let copy: GreyCopy?

        package init(format: PictureFormat, width: Int, height: Int, symbols: [Symbol], copy: GreyCopy?) {
            self.format = format
            self.width = width
            self.height = height
            self.symbols = symbols
            self.copy = copy
        }
    }

    /// The picture, or why it is none.
    package let outcome: Result<Picture, PictureError>
    /// How long decoding and searching took.
    package let milliseconds: Int

    package init(_ outcome: Result<Picture, PictureError>, milliseconds: Int) {
        self.outcome = outcome
        self.milliseconds = milliseconds
    }
}
