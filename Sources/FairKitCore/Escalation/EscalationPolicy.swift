/// The receivers whom the server notifies about an open alert, and when, until a clinician acknowledges it.
///
/// The policy is copied into an alert when it is raised, so that a later change does not touch open alerts.
package struct EscalationPolicy: Equatable, Sendable {
    package let steps: [Step]

    package struct Step: Equatable, Sendable {
        /// After the alert was raised.
        package let after: Duration
        package let targets: [EscalationTarget]
        /// The interval at which it repeats; nil: once. Only the last step repeats.
        package let repeats: Duration?

        package init(after: Duration, targets: [EscalationTarget], repeats: Duration? = nil) {
            self.after = after
            self.targets = targets
            self.repeats = repeats
        }
    }

    package init(steps: [Step]) {
        self.steps = steps
    }

    /// The policy of a band that a tenant has not set; nil: alerts of this band do not escalate.
    package static func standard(for band: Band) -> EscalationPolicy? {
        guard band == .critical else { return nil }
        return EscalationPolicy(steps: [
            Step(after: .zero, targets: [.patient, .care]),
            Step(after: .seconds(5 * 60), targets: [.care]),
            Step(after: .seconds(10 * 60), targets: [.team("backup")]),
            Step(after: .seconds(15 * 60), targets: [.team("on-call")]),
            Step(
                after: .seconds(30 * 60), targets: [.care, .team("director"), .operatorContact],
                repeats: .seconds(15 * 60)),
        ])
    }

    package static let mostSteps = 20
    /// The longest time until a step, and between repetitions.
    package static let longest = Duration.seconds(24 * 3600)
    package static let shortestRepeat = Duration.seconds(60)

    /// Records every invalid field. A policy without a repeating last step could end before a person has acted.
    package func check(for band: Band, _ faults: inout Faults) {
        faults.require(
            (1...EscalationPolicy.mostSteps).contains(steps.count), "/steps", "1 to \(EscalationPolicy.mostSteps) steps"
        )
        let longest = EscalationPolicy.longest(for: band)
        for (index, step) in steps.enumerated() {
            let pointer = "/steps/\(index)"
            faults.require(
                step.after >= .zero && step.after <= latest(index, for: band), "\(pointer)/afterSeconds",
                "0 to \(latest(index, for: band).components.seconds) seconds")
            faults.require(
                index == 0 || steps[index - 1].after <= step.after, "\(pointer)/afterSeconds",
                "not before the step before it")
            faults.require(
                !step.targets.isEmpty, "\(pointer)/tell", "at least one of patient, care, operator and team:NAME")
            let isLast = index == steps.count - 1
            if let repeats = step.repeats {
                faults.require(isLast, "\(pointer)/repeatSeconds", "only of the last step")
                faults.require(
                    repeats >= EscalationPolicy.shortestRepeat && repeats <= longest,
                    "\(pointer)/repeatSeconds", "60 to \(longest.components.seconds) seconds")
            } else if isLast {
                faults.record(
                    "\(pointer)/repeatSeconds",
                    "is required of the last step, which repeats until a clinician acknowledges")
            }
            faults.require(
                !isLast || step.targets.contains { $0 != .patient }, "\(pointer)/tell",
                "the last step has to tell care, the operator or a team, since a patient can't acknowledge")
        }
        faults.require(
            band != .critical || steps.isEmpty || steps.contains(where: \.tellsCareOrTeam), "/steps/0/tell",
            "a critical alert has to tell care or a team, since the patient and the operator can't acknowledge")
    }
}

/// A receiver, or a group of receivers, of a step.
package enum EscalationTarget: Hashable, Sendable, CustomStringConvertible {
    /// The patient, in the words of requirement R3.2, unless the result is held.
    case patient
    /// The clinicians who care for the patient at that time.
    case care
    /// The members of a team who are on call at that time.
    case team(String)
    /// The contact of the installation's operator, who is told that an alert waits, and nothing about the patient.
    case operatorContact

    package init?(_ text: String) {
        switch text {
        case "patient": self = .patient
        case "care": self = .care
        case "operator": self = .operatorContact
        default:
            guard text.hasPrefix("team:"), Team.isName(String(text.dropFirst(5))) else { return nil }
            self = .team(String(text.dropFirst(5)))
        }
    }

    package var description: String {
        switch self {
        case .patient: "patient"
        case .care: "care"
        case .operatorContact: "operator"
        case .team(let name): "team:\(name)"
        }
    }
}
