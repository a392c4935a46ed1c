/// The findings of a scan of a photo. The command prints the same members as the API.
package struct ScannedPhoto: Codable, Sendable {
    package struct Picture: Codable, Sendable {
        package let width: Int
        package let height: Int
        package let format: String

        package init(width: Int, height: Int, format: String) {
            self.width = width
            self.height = height
            self.format = format
        }
    }

    /// One code, and how it was read.
    package struct Reading: Codable, Sendable {
        package let code: String
        /// Four points, clockwise, as x and y in pixels of the upright picture.
        package let corners: [[Int]]
        package let step: String
        /// In percent.
        package let confidence: Int

        package init(code: String, corners: [[Int]], step: String, confidence: Int) {
            self.code = code
            self.corners = corners
            self.step = step
            self.confidence = confidence
        }
    }

    /// Milliseconds by step, to the tenth.
    package struct Steps: Codable, Sendable {
        package let decode, find, straighten, scan, match: Double

        package init(decode: Double, find: Double, straighten: Double, scan: Double, match: Double) {
            self.decode = decode
            self.find = find
            self.straighten = straighten
            self.scan = scan
            self.match = match
        }
    }

    /// `kit`, `several-kits` and so on; see `KitReading`. If any code counts: `codes`, or `no-barcode`.
    package let outcome: String
    package let codes: [String]
    /// How many barcodes were not of the kind searched for.
    package let others: Int
    package let detail: String
    /// Why no code was read, if none was.
    package let reason: String?
    package let readings: [Reading]
    package let picture: Picture
    package let milliseconds: Int
    package let steps: Steps

    package init(
        outcome: String, codes: [String], others: Int, detail: String, reason: String?, readings: [Reading],
        picture: Picture, milliseconds: Int, steps: Steps
    ) {
        self.outcome = outcome
        self.codes = codes
        self.others = others
        self.detail = detail
        self.reason = reason
        self.readings = readings
        self.picture = picture
        self.milliseconds = milliseconds
        self.steps = steps
    }
}
