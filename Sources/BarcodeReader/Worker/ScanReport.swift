/// A scan worker's report on its standard output. The parent checks every byte, since pictures are not trusted.
package struct ScanReport: Hashable, Sendable {
    /// A picture that was decoded.
    package struct Picture: Hashable, Sendable {
        package let format: PictureFormat
        /// Size of the upright picture.
        package let width: Int
        package let height: Int
        /// The symbols, each text once; corners in the upright picture.
        package let symbols: [Symbol]
        /// The bars that were looked at one by one, in that order; corners in the upright picture.
        package let bars: [FoundBars]
        /// Present if requested.
        package let copy: GreyCopy?

        package init(
            format: PictureFormat, width: Int, height: Int, symbols: [Symbol], bars: [FoundBars], copy: GreyCopy?
        ) {
            self.format = format
            self.width = width
            self.height = height
            self.symbols = symbols
            self.bars = bars
            self.copy = copy
        }
    }

    /// The picture, or why it could not be decoded.
    package let outcome: Result<Picture, PictureError>
    /// How long decoding and searching took.
    package let milliseconds: Int
    /// Of that, each step.
    package let times: StepTimes

    package init(_ outcome: Result<Picture, PictureError>, milliseconds: Int, times: StepTimes = StepTimes()) {
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.times = times
    }
}
