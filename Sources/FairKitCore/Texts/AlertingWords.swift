/// How the steps of an alert are described in mails, in one language.
package struct AlertingWords: Sendable, Decodable {
    /// What was changed, from critical on.
    private let titles: [String]
    /// With `{minutes}`, or `{seconds}` if these are no whole minutes, and `{whom}`.
    private let after: String
    private let afterSeconds: String
    /// With the same.
    private let again: String
    private let againSeconds: String
    private let patient: String
    private let care: String
    private let office: String
    /// With `{team}`.
    private let team: String
    private let nothing: String

    /// What was changed about the alerts of a band.
    package func title(of band: Band) -> String { titles[band.rawValue] }

    /// A policy in one line; nil: alerts of its band tell no one.
    package func text(of policy: EscalationPolicy?, in language: Language) -> String {
        guard let policy else { return nothing }
        return policy.steps.map { step in
            let whom = step.targets.map { text(of: $0, in: language) }.joined(separator: ", ")
            return fill(step.after, after, afterSeconds, whom, language)
                + (step.repeats.map { ", " + fill($0, again, againSeconds, whom, language) } ?? "")
        }.joined(separator: "; ")
    }

    /// An account with its role and the teams that it is a member of.
    package func text(of account: Account, in teams: [String], in language: Language) -> String {
        let role = account.role.name.rawValue
        let teams = teams.map { text(of: .team($0), in: language) }
        return ([account.nameInMails, language.mailFacts[role] ?? role] + teams).joined(separator: ", ")
    }

    private func text(of target: EscalationTarget, in language: Language) -> String {
        switch target {
        case .patient: patient
        case .care: care
        case .operatorContact: office
        case .team(let name): team.filled(["team": name], in: language)
        }
    }

    private func fill(
        _ time: Duration, _ inMinutes: String, _ inSeconds: String, _ whom: String, _ language: Language
    ) -> String {
        let seconds = Int(time.components.seconds)
        let isWhole = seconds.isMultiple(of: 60)
        let values: [String: TextTemplate.Value] = [
            "minutes": .number(seconds / 60), "seconds": .number(seconds), "whom": .text(whom),
        ]
        return TextTemplate(isWhole ? inMinutes : inSeconds).text(in: language) { values[$0] } ?? whom
    }
}
