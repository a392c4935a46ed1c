/// The columns of text and bytes that are stored in clear by every engine, each with its reason. All others are
/// `SealedColumn`s. See decision 0117.
package enum ClearColumn {
    /// Why a column is not sealed.
    package enum Reason: String, CaseIterable, Sendable {
        /// A random id of a row. Without the sealed columns it identifies no person.
        case id
        /// A keyed digest, a hash of a random secret, a code of authentication, or what is sealed already.
        case digest
        /// One of a few words that the schema or the code lists: a kind, a state, a role, a unit, a zone.
        case word
        /// A level, a genotype or another part of a result by which lists are filtered and sorted.
        case result
        /// Names and texts of the operator's own making, which are about no person.
        case operation
        /// What a provider or a device calls itself: no address, no name.
        case technical
        /// Numbers of people and bands, without any value.
        case numbers
    }

    /// The columns, by reason: `table.column`.
    package static let all: [Reason: [String]] = [
        .id: [
            "account.id", "account.profile_id", "account.laboratory_id", "acknowledgement.alert_id",
            "acknowledgement.account_id", "alert.id", "alert.result_id", "alert.follows", "alert_event.alert_id",
            "alert_event.actor", "alert_resolution.alert_id", "alert_resolution.account_id", "alert_step.alert_id",
            "api_key.id", "api_key.profile_id", "api_key.laboratory_id", "audit.actor", "audit.object",
            "audit.profile_id", "audit.account", "audit.session", "audit_patient.profile_id", "backup_code.account_id",
            "break_glass.id", "break_glass.account_id", "break_glass.profile_id", "break_glass.reviewed_by",
            "calendar_feed.account_id", "care_assignment.id", "care_assignment.account_id",
            "care_assignment.profile_id", "care_assignment.made_by", "care_assignment.ended_by",
            "challenge.account_id", "challenge.session_id", "change.id", "consent_notice.id",
            "profile.consent_notice_id", "consumer_group.backfilled_to",
            "contact_code.contact_id", "contact_code_sent.account_id", "contact_point.id", "contact_point.account_id",
            "contact_point.team_id", "contact_point.session_id", "delivery.alert_id", "delivery.token",
            "delivery_attempt.alert_id", "erased_profile.profile_id", "escalation_policy.changed_by",
            "idempotency.actor", "idempotency.made", "invitation.id", "invitation.account_id", "invitation.profile_id",
            "invitation.laboratory_id", "invitation.invited_by", "kit.id", "kit.profile_id", "kit_event.kit_id",
            "kit_event.actor", "kit_logistics.kit_id", "kit_logistics.laboratory_id", "kit_photo.kit_id",
            "kit_reminder.kit_id", "known_place.account_id", "laboratory.id", "legal_hold.profile_id", "news.id",
            "news.published_by", "news.told_to", "news_text.news_id", "next_test.profile_id", "next_test.set_by",
            "note.id", "note.subject", "note.author", "notice.id", "notice.receiver", "notice.account_id",
            "notice.profile_id", "notice.alert_id", "notice_event.account_id", "notice_event.notice_id",
            "notice_preference.account_id", "notice_send.id", "notice_send.notice_id", "notice_send.contact_id",
            "outbox.id", "outbox.invitation_id", "prepared_key.id", "prepared_key.profile_id",
            "prepared_key.laboratory_id", "prepared_key.prepared_by", "prepared_key.replaces", "profile.id",
            "profile_contact_failure.profile_id", "profile_identifier.profile_id", "profile_photo.profile_id",
            "profile_search.profile_id", "reference_range.laboratory_id", "refresh_token.session_id",
            "refused_code.profile_id", "requested_erasure.profile_id", "requested_erasure.actor", "result.id",
            "result.laboratory_id", "result.kit_id", "result.profile_id", "result.verified_by",
            "result_version.result_id",
            "saved_search.account_id", "session.id", "session.account_id", "share.id", "share.profile_id",
            "share.account_id", "share.created_by", "stream_ticket.account_id", "stream_ticket.session_id", "team.id",
            "team_calendar.team_id", "team_calendar.created_by",
            "team_member.team_id", "team_member.account_id", "team_override.id", "team_override.team_id",
            "team_override.account_id", "team_override.replaces", "team_override.made_by", "team_shift.team_id",
            "team_shift.account_id", "told.profile_id", "told.subject", "writer.id",
        ],
        .digest: [
            "account.rights", "api_key.digest", "api_key.rights", "backup_code.rights", "break_glass.rights",
            "care_assignment.rights", "challenge.rights", "invitation.rights", "kit.rights", "prepared_key.rights",
            "refresh_token.rights", "result.rights", "session.rights", "share.rights", "stream_ticket.rights",
            "audit.mac", "audit_checkpoint.mac", "audit_checkpoint.signature", "backup_code.digest",
            "calendar_feed.digest", "challenge.digest", "contact_code.digest", "contact_code_sent.address",
            "idempotency.body_digest", "invitation.digest", "kit.secret_digest", "known_place.email",
            "known_place.source", "prepared_key.digest", "refresh_token.digest", "refresh_token.successor",
            "sending_budget.holder", "share.link", "share.pin", "sign_in_failure.email", "sign_in_failure.source",
            "stranger_failure.email",
            "stream_ticket.digest",
            "team_calendar.digest",
        ],
        .word: [
            "account.role", "account.state", "account.language", "acknowledgement.reached",
            "acknowledgement.identifiers", "alert.rule", "alert.state", "alert_event.kind", "alert_resolution.outcome",
            "alert_rule.rule", "alert_step.state", "api_key.role", "api_key.scopes", "audit.action", "audit.role",
            "audit.outcome", "change.noun", "contact_point.kind", "contact_point.platform", "contact_point.muted",
            "delivery.state", "delivery_attempt.channel", "delivery_attempt.outcome", "figure.class",
            "idempotency.route",
            "invitation.kind", "invitation.role", "invitation.approval", "kit.status", "kit.read_from",
            "kit_event.status", "news.kind", "news_text.language", "note.noun", "notice.kind", "notice.receiver_kind",
            "notice_preference.chosen", "notice_send.channel", "notice_send.state", "outbox.kind", "outbox.state",
            "outbox.language", "prepared_key.role", "prepared_key.scopes", "profile.sex", "profile.language",
            "profile.time_zone", "profile_contact_failure.channel", "profile_identifier.system", "saved_search.list",
            "session.end_reason", "setting.name", "share.end_reason", "team.time_zone", "team_shift.except_dates",
            "told.kind",
        ],
        .result: [
            "alert.earlier_unit", "alert.earlier_comparator", "profile.known_genotype", "reference_range.unit",
            "reference_range.method", "reference_range.sex", "result.status", "result.flag", "result.held_for",
            "result.unit", "result.genotype", "result.method", "result_version.status", "result_version.unit",
            "result_version.comparator", "result_version.genotype", "result_version.method",
            "result_version.range_source", "result_version.flag", "result_version.specimen", "result_version.device",
            "result_version.crp_unit", "result.phenotype", "result_version.phenotype",
        ],
        .operation: [
            "alert_step.targets", "consent_notice.text", "consent_notice.url", "consumer_group.name",
            "delivery.consumer", "escalation_policy.steps",
            "kit_logistics.carrier", "kit_logistics.return_carrier", "laboratory.name", "news.link", "news_text.title",
            "news_text.text", "team.name", "team.description",
        ],
        .technical: [
            "audit.request_id", "contact_point.disabled_for", "contact_point.os_version", "contact_point.app_version",
            "notice_send.last_error", "notice_send.reference", "outbox.last_error", "profile_contact_failure.reason",
        ],
        .numbers: ["search_posting.people"],
    ]
}
