extension EscalationPolicy.Step {
    /// Whether it tells people who may acknowledge: neither the patient nor the office can.
    var tellsCareOrTeam: Bool { targets.contains { $0 != .patient && $0 != .operatorContact } }
}

extension EscalationPolicy {
    /// The latest time of the first step of a critical alert that tells someone who can acknowledge it. A laboratory's
    /// telephone call about a critical value is due within minutes as well; the rest of the hour is for the steps that
    /// follow if no one answers.
    package static let latestFirst = Duration.seconds(10 * 60)

    /// The longest time until a step of a band, and between repetitions. A critical alert has come to its last step
    /// within an hour.
    package static func longest(for band: Band) -> Duration { band == .critical ? .seconds(3600) : longest }

    /// The latest time of a step: up to the first that tells someone who can acknowledge, minutes.
    func latest(_ index: Int, for band: Band) -> Duration {
        let first =
            steps.firstIndex(where: \.tellsCareOrTeam)
            ?? steps.firstIndex { $0.targets.contains { $0 != .patient } } ?? 0
        return band == .critical && index <= first
            ? EscalationPolicy.latestFirst : EscalationPolicy.longest(for: band)
    }

    /// The same policy inside the bounds of its band. Policies that were set before there were bounds are read so;
    /// one that tells no one who can acknowledge stays in force until it is set again.
    package func bounded(for band: Band) -> EscalationPolicy {
        EscalationPolicy(
            steps: steps.enumerated().map { index, step in
                Step(
                    after: min(step.after, latest(index, for: band)), targets: step.targets,
                    repeats: step.repeats.map { min($0, EscalationPolicy.longest(for: band)) })
            })
    }

    /// On one line, as the audit log and mails have it: `0 s patient care; 600 s operator, each 900 s`.
    package var line: String {
        steps.map { step in
            let target = "\(step.after.components.seconds) s \(step.targets.map(\.description).joined(separator: " "))"
            return target + (step.repeats.map { ", each \($0.components.seconds) s" } ?? "")
        }.joined(separator: "; ")
    }
}
