/// Bars that were found in a picture, and the verdict on them.
package struct FoundBars: Hashable, Sendable {
    /// Most bars in a report.
    package static let limit = 16

    /// The verdict on bars.
    package enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
        /// A code was read there.
        case read = 1
        /// They reach over the edge of the picture.
        case cutOff
        /// They are too narrow for the picture's pixels.
        case small
        /// They are too blurred.
        case blurred
        /// They look like a code, but it is unknown why it can't be read.
        case unclear
        /// They do not look like a code: print, ribs, a fence.
        case other
    }

    /// Four, clockwise.
    package let corners: [Point]
    package let verdict: Verdict

    package init(corners: [Point], verdict: Verdict) {
        self.corners = corners
        self.verdict = verdict
    }

    /// The same bars elsewhere.
    func moved(_ place: ([Point]) -> [Point]) -> FoundBars {
        FoundBars(corners: place(corners), verdict: verdict)
    }
}
