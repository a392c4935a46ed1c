/// The steps of the work on a picture.
package enum Step: Int, Hashable, Sendable, CaseIterable {
    /// The file becomes grey pixels.
    case decode
    /// Bands of bars are sought.
    case find
    /// Bands are cut out and laid straight.
    case straighten
    /// Rows are read by zbar.
    case scan
    /// Soft bars are matched with a layout.
    case match
}

/// How long each step took, in whole microseconds.
package struct StepTimes: Hashable, Sendable {
    private var microseconds = [Int](repeating: 0, count: Step.allCases.count)

    package init() {}

    package subscript(step: Step) -> Int {
        get { microseconds[step.rawValue] }
        set { microseconds[step.rawValue] = newValue }
    }
}

/// Books elapsed time to the step that used it.
struct Stopwatch {
    private(set) var times = StepTimes()
    private let now: @Sendable () -> ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        last = now()
    }

    /// Books the time since the last lap to this step.
    mutating func lap(_ step: Step) {
        let time = now()
        times[step] += Int((time - last) / .microseconds(1))
        last = time
    }
}
