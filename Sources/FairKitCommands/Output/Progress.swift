/// A progress bar on standard error, drawn only at a terminal: the part done, the speed, the time left.
struct Progress {
    private let width: Int?
    private let begin = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    init() {
        width = Terminal.errors.width
    }

    /// - Parameters:
    ///   - fraction: 0 to 1; nil: unknown.
    ///   - count: the lines so far, or the number of `things`.
    mutating func draw(_ fraction: Double?, count: Int, of things: String = "lines") {
        guard let width else { return }
        let now = ContinuousClock.now
        if let drawn, now - drawn < .milliseconds(100) { return }
        drawn = now
        note(
            "\r" + progressLine(fraction, count: count, of: things, elapsed: now - begin, width: width), end: "\u{1B}[K"
        )
    }

    /// Clears the bar before other output is printed.
    mutating func clear() {
        guard width != nil, drawn != nil else { return }
        drawn = nil
        note("\r", end: "\u{1B}[K")
    }

    /// The control characters that take away a bar that another thread draws; empty where none is drawn.
    static var cleared: String { Terminal.errors.width == nil ? "" : "\r\u{1B}[K" }

    var elapsed: Duration { ContinuousClock.now - begin }
}

/// `[#####     ]  50 %  1200 lines, 400/s, 3 s left`
package func progressLine(
    _ fraction: Double?, count: Int, of things: String = "lines", elapsed: Duration, width: Int
) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
    var text = "\(count) \(things), \(rate)/s"
    guard let fraction else { return text }
    if fraction > 0 { text += ", \(spoken(seconds: Int(seconds / fraction - seconds))) left" }
    let percent = "\(Int(fraction * 100))"
    text = String(repeating: " ", count: max(0, 3 - percent.count)) + "\(percent) %  \(text)"
    let room = min(30, width - text.count - 5)
    guard room >= 5 else { return text }
    let done = min(room, Int(fraction * Double(room)))
    return "[" + String(repeating: "#", count: done) + String(repeating: " ", count: room - done) + "] " + text
}

/// `45 s`, `3 min 20 s`, `2 h 5 min`.
package func spoken(seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
}
