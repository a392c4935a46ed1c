/// A table of a tenant, as an export reads it.
package struct MovedTable: Sendable {
    package let name: String
    package let columns: [String]
    /// The columns by which its rows are ordered and read in pieces; empty: it has no key, is small, and is read at once.
    package let key: [String]
    /// A column that refers to another row of the same table, which may come later: it is filled after all rows.
    package let ownReference: String?
    /// How many rows are read at once: fewer where rows have photos.
    let atOnce: Int

    /// - Parameters:
    ///   - columns: separated by spaces.
    ///   - key: the number of the first columns that are its key.
    init(_ name: String, _ columns: String, key: Int = 1, ownReference: String? = nil, atOnce: Int = 500) {
        self.name = name
        self.columns = columns.split(separator: " ").map(String.init)
        self.key = Array(self.columns.prefix(key))
        self.ownReference = ownReference
        self.atOnce = atOnce
    }

    /// nil: it does not move, or is not known here.
    static func named(_ name: String) -> MovedTable? { all.first { $0.name == name } }

    /// Tables whose rows stay behind, each with the reason. All others move whole.
    ///
    /// What is easily taken for theirs moves, too. Keys of idempotency: a client that repeats a request after the move
    /// gets the first answer. Messages that wait: the place that the tenant left is suspended, and sends none. Sessions:
    /// their ids are in the audit log; they end on arrival.
    package static let left = [
        "challenge": "A sign-in that is not complete begins again.",
        "refresh_token": "Everyone signs in again.",
        "sending_budget": "Budgets of messages are full again within a day.",
    ]

    /// A column of moved tables that stays behind: its codes are made by the keys and the place of a database.
    package static let leftColumn = "rights"

    /// The same of tables that only a database has.
    package static let leftInDatabases = [
        "head": "It has the version of its own schema, and counts its commits.",
        "stream_ticket": "It opens a stream within half a minute; the browser gets another.",
        "writer": "Its rows are about processes that write to its own schema.",
    ]

    /// All tables that move, each after those that it refers to.
    package static let all: [MovedTable] = [
        MovedTable("alert_event", "number at alert_id delivery kind actor reason previous"),
        MovedTable("alert_rule", "rule is_on"),
        MovedTable(
            "audit",
            """
            number at actor action object profile_id request_id role account session address outcome times mac \
            break_glass
            """),
        MovedTable("audit_checkpoint", "position number mac at signature"),
        MovedTable("audit_patient", "block profile_id entry", key: 3),
        MovedTable("change", "number noun id version at"),
        MovedTable("consent_notice", "id text url created_at"),
        MovedTable(
            "consumer_group",
            """
            id name bands critical_lease lease critical_max_in_flight max_in_flight created_at closed_at \
            backfilled_to begins_at is_enabled
            """),
        MovedTable(
            "delivery_attempt",
            """
            number at alert_id delivery group_id channel outcome http_status milliseconds attempt
            """),
        MovedTable("erased_profile", "profile_id at last_delivery"),
        MovedTable("escalation_policy", "band steps changed_at changed_by"),
        MovedTable("figure", "month class people", key: 2),
        MovedTable("idempotency", "actor route key body_digest made version at expires_at", key: 3),
        MovedTable("laboratory", "id name address phone director"),
        MovedTable("news", "id kind link published_at published_by told_to told completed_at withdrawn_at"),
        MovedTable("news_text", "news_id language title text", key: 2),
        MovedTable("note", "id noun subject author at text"),
        MovedTable("notice_event_number", "id last"),
        MovedTable(
            "outbox",
            """
            id kind recipient link facts created_at expires_at state due_at attempts last_error ended_at \
            invitation_id language
            """),
        MovedTable(
            "profile",
            """
            id created_at version given_name family_name birth_date sex email phone language time_zone \
            known_genotype consent_clinicians consent_family consent_research consent_partners had_account \
            consent_notice_id
            """),
        MovedTable(
            "account",
            """
            id email role profile_id laboratory_id state created_at password password_at otp_secret \
            otp_confirmed_at otp_step name phone language
            """),
        MovedTable(
            "api_key",
            """
            id digest name role profile_id laboratory_id created_at revoked_at scopes expires_at used_at
            """),
        MovedTable("backup_code", "account_id digest used_at", key: 2),
        MovedTable(
            "break_glass",
            """
            id account_id profile_id reason opened_at until_at ended_at reviewed_by reviewed_at
            """),
        MovedTable("calendar_feed", "account_id digest created_at"),
        MovedTable("care_assignment", "id account_id profile_id from_at to_at made_by made_at ended_by ended_at"),
        MovedTable("contact_code_sent", "address account_id at", key: 0),
        MovedTable(
            "contact_point",
            """
            id account_id team_id kind address created_at verified_at disabled_at disabled_for platform \
            os_version app_version label seen_at session_id muted
            """),
        MovedTable("contact_code", "contact_id digest expires_at failures"),
        MovedTable(
            "invitation",
            """
            id digest kind email account_id role profile_id laboratory_id name created_at expires_at invited_by \
            approval
            """),
        MovedTable(
            "kit",
            """
            id code status profile_id registered_at send_by read_from needs_review results_came_first \
            secret_digest
            """),
        MovedTable("kit_event", "kit_id position status at actor implied reason", key: 2),
        MovedTable(
            "kit_logistics",
            """
            kit_id laboratory_id use_by due_on carrier tracking_number return_carrier return_tracking_number issued_on
            """),
        MovedTable("kit_photo", "kit_id jpeg expires_at", atOnce: 16),
        MovedTable("kit_reminder", "kit_id sent overdue last_on"),
        MovedTable("known_place", "email source account_id last_at", key: 2),
        MovedTable("legal_hold", "profile_id reason set_at"),
        MovedTable("next_test", "profile_id interval_months due_on set_at set_by by_clinician"),
        MovedTable("notice_preference", "account_id chosen changed_at"),
        MovedTable(
            "prepared_key",
            """
            id digest name role profile_id laboratory_id scopes created_at expires_at prepared_by replaces \
            overlap
            """),
        MovedTable("profile_contact_failure", "profile_id channel failed_at reason", key: 2),
        MovedTable("profile_identifier", "profile_id position system value", key: 2),
        MovedTable("profile_photo", "profile_id large small changed_at", atOnce: 16),
        MovedTable("profile_search", "number profile_id text pending"),
        MovedTable(
            "reference_range",
            """
            id unit low high critical_multiple laboratory_id method from_age to_age valid_from sex severe_limit \
            valid_to added_at ended_at
            """),
        MovedTable("refused_code", "profile_id at", key: 0),
        MovedTable("requested_erasure", "profile_id actor requested_at due_at"),
        MovedTable(
            "result",
            """
            id laboratory_id reference kit_code kit_id profile_id test_date status flag is_unmatched \
            shown_to_clinicians held_for level unit genotype phenotype method read_at held_at verified_at \
            verified_by verified_because
            """),
        MovedTable(
            "result_version",
            """
            result_id number is_current status test_date level unit comparator genotype method low high \
            critical_multiple range_source flag comparator_open genotype_contradicts reason recorded_at jumps \
            range_id severe_limit unit_suspect genotype_differs specimen collected_at received_at performer \
            device comment crp crp_unit order_number conflicts phenotype interpretation
            """, key: 2),
        MovedTable(
            "alert",
            """
            id result_id result_version rule rule_version band rank raised_at state follows earlier_level \
            earlier_unit earlier_comparator earlier_test_date
            """, ownReference: "follows"),
        MovedTable("acknowledgement", "alert_id account_id at reached identifiers note"),
        MovedTable("alert_resolution", "alert_id account_id at outcome note"),
        MovedTable("alert_step", "alert_id number targets repeats state due_at planned_at ended_at", key: 2),
        MovedTable(
            "delivery",
            """
            number alert_id group_id lane rank state attempts token consumer lease_expires_at acked_at parked_at \
            due_at is_replay generation last_event
            """),
        MovedTable(
            "notice",
            """
            id receiver account_id kind profile_id alert_id step facts created_at expires_at read_at \
            receiver_kind
            """),
        MovedTable("notice_event", "number account_id notice_id"),
        MovedTable(
            "notice_send",
            """
            id notice_id channel contact_id lane state due_at expires_at attempts last_error reference ended_at
            """),
        MovedTable("saved_search", "account_id name list filters changed_at", key: 2),
        MovedTable("search_posting", "token block people", key: 2),
        MovedTable(
            "session",
            """
            id account_id started_at used_at expires_at address client ended_at end_reason is_past
            """),
        MovedTable("setting", "name value"),
        MovedTable(
            "share",
            """
            id profile_id account_id email link pin wrong_pins created_by created_at expires_at ended_at \
            end_reason
            """),
        MovedTable("sign_in_failure", "email source failures locks locked_until last_at", key: 2),
        MovedTable("stranger_failure", "email failures began_at told_at"),
        MovedTable("team", "id name description time_zone version created_at"),
        MovedTable("team_calendar", "team_id digest created_at created_by"),
        MovedTable("team_member", "team_id account_id added_at", key: 2),
        MovedTable("team_override", "id team_id account_id replaces from_at until_at note made_by made_at"),
        MovedTable(
            "team_shift",
            """
            team_id place account_id weekdays start_time end_time days from_date until_date every_weeks \
            anchor_date except_dates
            """, key: 2),
        MovedTable("told", "profile_id kind subject number at", key: 4),
        MovedTable("webhook", "group_id url secret sends_payload created_at"),
    ]
}
