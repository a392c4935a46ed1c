import FairKitCore
import Relational

/// The texts of an archive that have a meaning: each is one that FairKit reads, so that no list fails on it later. Words that
/// the tables themselves check are here, too, where an error has to name the column.
package enum MovedWords {
    /// Whether a text is one that a column may have, by `table.column`.
    package static let byColumn: [String: @Sendable (String) -> Bool] = {
        var byColumn: [String: @Sendable (String) -> Bool] = [:]
        for limit in limits {
            for column in limit.columns.split(separator: " ") { byColumn[String(column)] = limit.admits }
        }
        return byColumn
    }()

    private struct Limit: Sendable {
        let columns: String
        let admits: @Sendable (String) -> Bool
    }

    private static let limits: [Limit] = [
        readable(RoleName.self, "account.role api_key.role audit.role invitation.role prepared_key.role"),
        readable(Account.State.self, "account.state"), readable(Invitation.Approval.self, "invitation.approval"),
        readable(Language.self, "account.language news_text.language notice.language outbox.language profile.language"),
        readable(AdministrativeSex.self, "profile.sex reference_range.sex"),
        readable(KitStatus.self, "kit.status kit_event.status"), readable(KitSource.self, "kit.read_from"),
        readable(ResultStatus.self, "result.status result_version.status"),
        readable(AbnormalFlag.self, "result.flag result_version.flag"),
        readable(ResultHold.self, "result.held_for"),
        readable(AATUnit.self, "alert.earlier_unit reference_range.unit result.unit result_version.unit"),
        readable(CRP.Unit.self, "result_version.crp_unit"),
        readable(Comparator.self, "alert.earlier_comparator result_version.comparator"),
        readable(AppliedRange.Source.self, "result_version.range_source"),
        readable(Genotype.self, "profile.known_genotype result.genotype result_version.genotype"),
        readable(Phenotype.self, "result.phenotype result_version.phenotype"),
        readable(AlertRule.self, "alert.rule alert_rule.rule"), readable(AlertState.self, "alert.state"),
        readable(AlertStep.State.self, "alert_step.state"),
        readable(EscalationPolicy.self, "escalation_policy.steps"),
        readable(ReadBack.Reached.self, "acknowledgement.reached"),
        readable(AlertResolution.Outcome.self, "alert_resolution.outcome"),
        readable(AuditAction.self, "audit.action"), readable(AuditOutcome.self, "audit.outcome"),
        readable(AttemptOutcome.self, "delivery_attempt.outcome"),
        readable(KeyedRequest.Route.self, "idempotency.route"), readable(ContactKind.self, "contact_point.kind"),
        readable(NoticeKind.self, "notice.kind outbox.kind"),
        readable(NoticePreferences.self, "notice_preference.chosen"),
        Limit(columns: "profile.time_zone team.time_zone") { $0.isZoneName },
        atMost(NewsItem.longestTitle, "news_text.title"), atMost(NewsItem.longestText, "news_text.text"),
        atMost(LaboratoryDetails.longestAddress, "laboratory.address"),
        atMost(Findings.longestInterpretation, "result_version.interpretation"),
    ]

    /// No route takes a longer text.
    private static let longest = 1 << 20

    /// Whether a text is one that FairKit may have written into a column.
    static func admits(_ text: String, in column: String) -> Bool {
        text.utf8.count <= longest && byColumn[column]?(text) ?? true
    }

    private static func readable<Word: SQLValueConvertible & Sendable>(_: Word.Type, _ columns: String) -> Limit {
        Limit(columns: columns) { Word(sqlValue: .text($0)) != nil }
    }

    private static func atMost(_ characters: Int, _ columns: String) -> Limit {
        Limit(columns: columns) { $0.unicodeScalars.count <= characters }
    }
}
