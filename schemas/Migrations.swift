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
]

/// The steps of the schema of `control.db`, in `control/`. Append only.
package let controlMigrations: [(name: String, sql: [UInt8])] = [
    ("c0001_tenants", PackageResources.c0001_tenants_sql),
    ("c0002_signing_keys", PackageResources.c0002_signing_keys_sql),
    ("c0003_unrecorded", PackageResources.c0003_unrecorded_sql),
]
