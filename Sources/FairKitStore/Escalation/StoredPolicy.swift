package import FairKitCore
import FoundationEssentials
package import Relational

extension EscalationPolicy: SQLValueConvertible {
    /// The stored form of a step: seconds, and the texts of its targets.
    private struct StoredStep: Codable {
        let after: Int64
        let tell: [String]
        let repeats: Int64?
    }

    /// JSON.
    package var sqlValue: SQLValue {
        let stored = steps.map { step in
            StoredStep(
                after: step.after.components.seconds, tell: step.targets.map(\.description),
                repeats: step.repeats?.components.seconds)
        }
        // Numbers and texts can always be encoded.
        return .text(String(decoding: (try? JSONEncoder().encode(stored)) ?? Data(), as: UTF8.self))
    }

    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue,
            let stored = try? JSONDecoder().decode([StoredStep].self, from: Data(text.utf8))
        else { return nil }
        self.init(
            steps: stored.map { step in
                Step(
                    after: .seconds(step.after), targets: step.tell.compactMap { EscalationTarget($0) },
                    repeats: step.repeats.map { .seconds($0) })
            })
    }
}
