/// The titles of private calendars and their events, in one language. `{team}` is a placeholder.
package struct CalendarWords: Sendable, Decodable {
    package let sendSample: String
    package let nextTest: String
    /// A time at which its reader is on call.
    package let onCall: String
    /// The calendar of a team.
    package let teamOnCall: String
    /// A member of a team without a name.
    package let member: String

    package func title(of event: DueEvent) -> String {
        switch event {
        case .sendSample: sendSample
        case .nextTest: nextTest
        }
    }

    package func onCall(for team: String, in language: Language) -> String { fill(onCall, team, language) }
    package func calendar(of team: String, in language: Language) -> String { fill(teamOnCall, team, language) }

    private func fill(_ template: String, _ team: String, _ language: Language) -> String {
        TextTemplate(template).text(in: language) { $0 == "team" ? .line(team) : nil } ?? team
    }
}
