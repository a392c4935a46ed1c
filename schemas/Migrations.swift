/// The steps of a tenant's schema, oldest first: the files in `migrations/`, as they run. Append only.
package let migrations: [(name: String, sql: [UInt8])] = [
    ("m0001_foundation", PackageResources.m0001_foundation_sql),
    ("m0002_surface", PackageResources.m0002_surface_sql),
    ("m0003_result_lists", PackageResources.m0003_result_lists_sql),
    ("m0004_parked_deliveries", PackageResources.m0004_parked_deliveries_sql),
    ("m0005_groups_and_rules", PackageResources.m0005_groups_and_rules_sql),
    ("m0006_webhooks", PackageResources.m0006_webhooks_sql),
    ("m0007_event_chain", PackageResources.m0007_event_chain_sql),
    ("m0008_offers", PackageResources.m0008_offers_sql),
    ("m0009_audit_chain", PackageResources.m0009_audit_chain_sql),
    ("m0010_outbox", PackageResources.m0010_outbox_sql),
    ("m0011_accounts", PackageResources.m0011_accounts_sql),
    ("m0012_key_scopes", PackageResources.m0012_key_scopes_sql),
    ("m0013_relations", PackageResources.m0013_relations_sql),
    ("m0014_erasure", PackageResources.m0014_erasure_sql),
    ("m0015_erasing_by_index", PackageResources.m0015_erasing_by_index_sql),
    ("m0016_audit_verified", PackageResources.m0016_audit_verified_sql),
    ("m0017_emergencies_in_the_audit", PackageResources.m0017_emergencies_in_the_audit_sql),
    ("m0018_last_sign_ins", PackageResources.m0018_last_sign_ins_sql),
    ("m0019_queue_words", PackageResources.m0019_queue_words_sql),
    ("m0020_change_log", PackageResources.m0020_change_log_sql),
    ("m0021_held_results", PackageResources.m0021_held_results_sql),
    ("m0022_requested_erasures", PackageResources.m0022_requested_erasures_sql),
    ("m0023_second_administrator", PackageResources.m0023_second_administrator_sql),
    ("m0024_known_places", PackageResources.m0024_known_places_sql),
    ("m0025_fewer_pages", PackageResources.m0025_fewer_pages_sql),
    ("m0026_lists_in_order", PackageResources.m0026_lists_in_order_sql),
    ("m0027_groups_begin_and_end", PackageResources.m0027_groups_begin_and_end_sql),
    ("m0028_dates_in_conflict", PackageResources.m0028_dates_in_conflict_sql),
    ("m0029_people_with_accounts", PackageResources.m0029_people_with_accounts_sql),
    ("m0030_people_and_keys", PackageResources.m0030_people_and_keys_sql),
    ("m0031_kit_logistics", PackageResources.m0031_kit_logistics_sql),
    ("m0032_apps", PackageResources.m0032_apps_sql),
    ("m0033_closed_loop", PackageResources.m0033_closed_loop_sql),
    ("m0034_teams", PackageResources.m0034_teams_sql),
    ("m0035_people_and_devices", PackageResources.m0035_people_and_devices_sql),
    ("m0036_mail_language", PackageResources.m0036_mail_language_sql),
    ("m0037_reminders", PackageResources.m0037_reminders_sql),
    ("m0038_people_without_accounts", PackageResources.m0038_people_without_accounts_sql),
    ("m0039_people_search", PackageResources.m0039_people_search_sql),
    ("m0040_finding_results", PackageResources.m0040_finding_results_sql),
    ("m0041_trusted_numbers", PackageResources.m0041_trusted_numbers_sql),
    ("m0042_profile_photo", PackageResources.m0042_profile_photo_sql),
    ("m0043_laboratory_details", PackageResources.m0043_laboratory_details_sql),
    ("m0044_numbers_in_statements", PackageResources.m0044_numbers_in_statements_sql),
    ("m0045_writers", PackageResources.m0045_writers_sql),
    ("m0046_verifiers", PackageResources.m0046_verifiers_sql),
    ("m0047_spellings_of_names", PackageResources.m0047_spellings_of_names_sql),
    ("m0048_details_in_conflict", PackageResources.m0048_details_in_conflict_sql),
    ("m0049_mails_and_figures", PackageResources.m0049_mails_and_figures_sql),
    ("m0050_results_without_a_level", PackageResources.m0050_results_without_a_level_sql),
    ("m0051_budgets", PackageResources.m0051_budgets_sql),
    ("m0052_shares_and_notices", PackageResources.m0052_shares_and_notices_sql),
    ("m0053_rights", PackageResources.m0053_rights_sql),
]

/// The steps of the schema of `control.db`, in `control/`. Append only.
package let controlMigrations: [(name: String, sql: [UInt8])] = [
    ("c0001_tenants", PackageResources.c0001_tenants_sql),
    ("c0002_signing_keys", PackageResources.c0002_signing_keys_sql),
    ("c0003_unrecorded", PackageResources.c0003_unrecorded_sql),
    ("c0004_writers", PackageResources.c0004_writers_sql),
    ("c0005_clock", PackageResources.c0005_clock_sql),
]

/// What a new schema of a tenant in PostgreSQL begins with, and for how many steps of `migrations` it stands. The steps after
/// them run in both engines: the text of each is written once, and rendered for PostgreSQL. See decision 0116.
package let postgresBaseline: (steps: Int, sql: [UInt8]) = (44, PackageResources.tenant_baseline_sql)

/// The same for the schema `control`, with the steps of `controlMigrations`.
package let postgresControlBaseline: (steps: Int, sql: [UInt8]) = (3, PackageResources.control_baseline_sql)

/// PostgreSQL's own text of each step that can't be written once, by the step's name: the files `p00NN_….sql` in
/// `postgres/`. Append only.
package let postgresSteps: [String: [UInt8]] = [
    "m0045_writers": PackageResources.p0045_writers_sql,
    "m0048_details_in_conflict": PackageResources.p0048_details_in_conflict_sql,
    "m0049_mails_and_figures": PackageResources.p0049_mails_and_figures_sql,
    "m0050_results_without_a_level": PackageResources.p0050_results_without_a_level_sql,
    "m0052_shares_and_notices": PackageResources.p0052_shares_and_notices_sql,
    "m0053_rights": PackageResources.p0053_rights_sql,
    "c0004_writers": PackageResources.p0004_writers_sql,
]
