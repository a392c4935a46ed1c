#include "migrations.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Each step has its name and its file. Append only.
#define STEP(name) {name, (const unsigned char[]) {
#define END , 0}},

static const Step tenant[] = {
STEP("m0001_foundation")
#embed "../migrations/m0001_foundation.sql"
END
STEP("m0002_surface")
#embed "../migrations/m0002_surface.sql"
END
STEP("m0003_result_lists")
#embed "../migrations/m0003_result_lists.sql"
END
STEP("m0004_parked_deliveries")
#embed "../migrations/m0004_parked_deliveries.sql"
END
STEP("m0005_groups_and_rules")
#embed "../migrations/m0005_groups_and_rules.sql"
END
STEP("m0006_webhooks")
#embed "../migrations/m0006_webhooks.sql"
END
STEP("m0007_event_chain")
#embed "../migrations/m0007_event_chain.sql"
END
STEP("m0008_offers")
#embed "../migrations/m0008_offers.sql"
END
STEP("m0009_audit_chain")
#embed "../migrations/m0009_audit_chain.sql"
END
STEP("m0010_outbox")
#embed "../migrations/m0010_outbox.sql"
END
STEP("m0011_accounts")
#embed "../migrations/m0011_accounts.sql"
END
STEP("m0012_key_scopes")
#embed "../migrations/m0012_key_scopes.sql"
END
STEP("m0013_relations")
#embed "../migrations/m0013_relations.sql"
END
STEP("m0014_erasure")
#embed "../migrations/m0014_erasure.sql"
END
STEP("m0015_erasing_by_index")
#embed "../migrations/m0015_erasing_by_index.sql"
END
STEP("m0016_audit_verified")
#embed "../migrations/m0016_audit_verified.sql"
END
STEP("m0017_emergencies_in_the_audit")
#embed "../migrations/m0017_emergencies_in_the_audit.sql"
END
STEP("m0018_last_sign_ins")
#embed "../migrations/m0018_last_sign_ins.sql"
END
STEP("m0019_queue_words")
#embed "../migrations/m0019_queue_words.sql"
END
STEP("m0020_change_log")
#embed "../migrations/m0020_change_log.sql"
END
STEP("m0021_held_results")
#embed "../migrations/m0021_held_results.sql"
END
STEP("m0022_requested_erasures")
#embed "../migrations/m0022_requested_erasures.sql"
END
STEP("m0023_second_administrator")
#embed "../migrations/m0023_second_administrator.sql"
END
STEP("m0024_known_places")
#embed "../migrations/m0024_known_places.sql"
END
STEP("m0025_fewer_pages")
#embed "../migrations/m0025_fewer_pages.sql"
END
STEP("m0026_lists_in_order")
#embed "../migrations/m0026_lists_in_order.sql"
END
STEP("m0027_groups_begin_and_end")
#embed "../migrations/m0027_groups_begin_and_end.sql"
END
STEP("m0028_dates_in_conflict")
#embed "../migrations/m0028_dates_in_conflict.sql"
END
STEP("m0029_people_with_accounts")
#embed "../migrations/m0029_people_with_accounts.sql"
END
STEP("m0030_people_and_keys")
#embed "../migrations/m0030_people_and_keys.sql"
END
STEP("m0031_kit_logistics")
#embed "../migrations/m0031_kit_logistics.sql"
END
STEP("m0032_apps")
#embed "../migrations/m0032_apps.sql"
END
STEP("m0033_closed_loop")
#embed "../migrations/m0033_closed_loop.sql"
END
STEP("m0034_teams")
#embed "../migrations/m0034_teams.sql"
END
STEP("m0035_people_and_devices")
#embed "../migrations/m0035_people_and_devices.sql"
END
STEP("m0036_mail_language")
#embed "../migrations/m0036_mail_language.sql"
END
STEP("m0037_reminders")
#embed "../migrations/m0037_reminders.sql"
END
STEP("m0038_people_without_accounts")
#embed "../migrations/m0038_people_without_accounts.sql"
END
STEP("m0039_people_search")
#embed "../migrations/m0039_people_search.sql"
END
STEP("m0040_finding_results")
#embed "../migrations/m0040_finding_results.sql"
END
STEP("m0041_trusted_numbers")
#embed "../migrations/m0041_trusted_numbers.sql"
END
STEP("m0042_profile_photo")
#embed "../migrations/m0042_profile_photo.sql"
END
STEP("m0043_laboratory_details")
#embed "../migrations/m0043_laboratory_details.sql"
END
STEP("m0044_numbers_in_statements")
#embed "../migrations/m0044_numbers_in_statements.sql"
END
STEP("m0045_writers")
#embed "../migrations/m0045_writers.sql"
END
STEP("m0046_verifiers")
#embed "../migrations/m0046_verifiers.sql"
END
STEP("m0047_spellings_of_names")
#embed "../migrations/m0047_spellings_of_names.sql"
END
STEP("m0048_details_in_conflict")
#embed "../migrations/m0048_details_in_conflict.sql"
END
STEP("m0049_mails_and_figures")
#embed "../migrations/m0049_mails_and_figures.sql"
END
STEP("m0050_results_without_a_level")
#embed "../migrations/m0050_results_without_a_level.sql"
END
STEP("m0051_budgets")
#embed "../migrations/m0051_budgets.sql"
END
STEP("m0052_shares_and_notices")
#embed "../migrations/m0052_shares_and_notices.sql"
END
STEP("m0053_rights")
#embed "../migrations/m0053_rights.sql"
END
STEP("m0054_mails_are_notices")
#embed "../migrations/m0054_mails_are_notices.sql"
END
STEP("m0055_results_in_their_keys")
#embed "../migrations/m0055_results_in_their_keys.sql"
END
STEP("m0056_rows_in_their_keys")
#embed "../migrations/m0056_rows_in_their_keys.sql"
END
STEP("m0057_checks_by_twos")
#embed "../migrations/m0057_checks_by_twos.sql"
END
STEP("m0058_patients_in_their_entries")
#embed "../migrations/m0058_patients_in_their_entries.sql"
END
STEP("m0059_codes_of_mails")
#embed "../migrations/m0059_codes_of_mails.sql"
END
STEP("m0060_dates_of_consents")
#embed "../migrations/m0060_dates_of_consents.sql"
END
STEP("m0061_programmes")
#embed "../migrations/m0061_programmes.sql"
END
STEP("m0062_what_administrators_look_for")
#embed "../migrations/m0062_what_administrators_look_for.sql"
END
STEP("m0063_clocks_set_back")
#embed "../migrations/m0063_clocks_set_back.sql"
END
};

static const Step control[] = {
STEP("c0001_tenants")
#embed "../control/c0001_tenants.sql"
END
STEP("c0002_signing_keys")
#embed "../control/c0002_signing_keys.sql"
END
STEP("c0003_unrecorded")
#embed "../control/c0003_unrecorded.sql"
END
STEP("c0004_writers")
#embed "../control/c0004_writers.sql"
END
STEP("c0005_clock")
#embed "../control/c0005_clock.sql"
END
};

// By the name of the step for which they stand.
static const Step postgres[] = {
STEP("m0045_writers")
#embed "../postgres/p0045_writers.sql"
END
STEP("m0048_details_in_conflict")
#embed "../postgres/p0048_details_in_conflict.sql"
END
STEP("m0049_mails_and_figures")
#embed "../postgres/p0049_mails_and_figures.sql"
END
STEP("m0050_results_without_a_level")
#embed "../postgres/p0050_results_without_a_level.sql"
END
STEP("m0052_shares_and_notices")
#embed "../postgres/p0052_shares_and_notices.sql"
END
STEP("m0053_rights")
#embed "../postgres/p0053_rights.sql"
END
STEP("m0054_mails_are_notices")
#embed "../postgres/p0054_mails_are_notices.sql"
END
STEP("m0055_results_in_their_keys")
#embed "../postgres/p0055_results_in_their_keys.sql"
END
STEP("m0056_rows_in_their_keys")
#embed "../postgres/p0056_rows_in_their_keys.sql"
END
STEP("m0057_checks_by_twos")
#embed "../postgres/p0057_checks_by_twos.sql"
END
STEP("m0058_patients_in_their_entries")
#embed "../postgres/p0058_patients_in_their_entries.sql"
END
STEP("c0004_writers")
#embed "../postgres/p0004_writers.sql"
END
};

static const Step baselines[] = {
STEP("tenant")
#embed "../postgres/tenant_baseline.sql"
END
STEP("control")
#embed "../postgres/control_baseline.sql"
END
};

#define LIST(list) ((Steps) {list, sizeof list / sizeof *list})
Steps tenant_steps(void) { return LIST(tenant); }
Steps control_steps(void) { return LIST(control); }
Steps postgres_steps(void) { return LIST(postgres); }
const unsigned char *tenant_baseline(void) { return baselines[0].sql; }
const unsigned char *control_baseline(void) { return baselines[1].sql; }
