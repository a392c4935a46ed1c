/// Bars that were found in a picture, and what became of them.
package struct FoundBars: Hashable, Sendable {
    /// Most that are reported.
    package static let limit = 16

    /// What can be said of them.
    package enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
        /// A code was read there.
        case read = 1
        /// They reach over the edge of the picture.
        case cutOff
        /// They are too narrow for the picture's pixels.
        case small
        /// They are too blurred.
        case blurred
        /// They look like a code, and nothing tells why it is not read.
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
