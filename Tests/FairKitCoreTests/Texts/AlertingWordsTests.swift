import FairKitCore
import Testing

@Suite struct `The steps of alerts, in the words of a mail` {
    @Test(arguments: Language.allCases)
    func `hold nothing that programs read`(language: Language) throws {
        let words = language.alerting
        let policy = EscalationPolicy(
            steps: EscalationPolicy.standard(for: .critical)?.steps ?? [])
        let line = words.text(of: policy, in: language)
        for text in [line, words.text(of: nil, in: language)] + Band.allCases.map({ words.title(of: $0) }) {
            #expect(!text.isEmpty && !text.contains("{") && !text.contains("team:") && !text.contains("  "), "\(text)")
        }
        #expect(line.contains("backup") && line.contains("30") && line.contains("15"))
    }

    @Test func `say seconds where minutes would be wrong`() {
        let policy = EscalationPolicy(steps: [
            .init(after: .seconds(90), targets: [.team("night"), .care], repeats: .seconds(60))
        ])
        #expect(
            Language.english.alerting.text(of: policy, in: .english)
                == "After 90 seconds: team night, clinicians who care for the patient, again each minute")
    }
}
