/// A number of people, suppressed if it is so small that it might identify them.
package enum Figure: Hashable, Sendable {
    case people(Int)
    /// Fewer than ten, or a number that would reveal fewer than ten.
    case suppressed

    /// Smaller numbers are suppressed.
    package static let least = 10

    package var count: Int? { if case .people(let count) = self { count } else { nil } }
}

/// What is counted of a programme. The texts are stored and sent; append only.
package enum FigureMeasure: String, Sendable, CaseIterable {
    /// Joined the programme; once.
    case enrolled
    /// Registered a kit; once in a quarter.
    case registered
    /// Got a result; once in a quarter.
    case completed
    /// Signed in; once in a quarter.
    case active
    /// Signed in 30 days or more after joining; once.
    case retained30
    /// Signed in 90 days or more after joining; once.
    case retained90

    /// Whether a person counts once in each quarter, and not once for ever.
    package var isByQuarter: Bool {
        switch self {
        case .registered, .completed, .active: true
        case .enrolled, .retained30, .retained90: false
        }
    }

    /// What is counted of people who consent and are in no programme.
    package static let withoutProgramme: [FigureMeasure] = [.registered, .completed]
}
