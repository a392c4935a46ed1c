import PrometheusMetrics

/// All metrics with their help, by subject. The rules and the dashboard in `deploy/` use these names.
let metricFamilies: [MetricFamily] = [
    MetricFamily("fairkit_build_info", .gauge, "The running version, as a label; always 1."),

    MetricFamily("fairkit_http_requests_total", .counter, "Answered requests by method, route pattern and status."),
    // A claim may wait for 30 seconds.
    MetricFamily(
        "fairkit_http_request_duration_seconds", .histogram,
        "Time from a request's headers to its response's headers, by route.",
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35]),
    MetricFamily(
        "fairkit_rate_limited_total", .counter,
        "Requests refused by a rate limit, by limit: key, account, address, sign-in, open, alert-lists."),
    MetricFamily(
        "fairkit_slots_refused_total", .counter,
        "Requests refused by a concurrency limit, by limit: photos, exports, streams, claims, batches."),
    MetricFamily("fairkit_connections", .gauge, "Open connections, without those of the control socket."),
    MetricFamily("fairkit_connections_capacity", .gauge, "Maximum of open connections."),
    MetricFamily(
        "fairkit_connections_closed_total", .counter,
        "Connections that the server closed, by reason: address-limit (its address reached the limit), room-made (it was idle when the server reached its limit), write-stalled (the client read nothing for 30 seconds), without-tls (the client sent plain HTTP to the TLS port)."
    ),

    MetricFamily(
        "fairkit_photos_not_kept_total", .counter,
        "Registrations whose photo was not kept for review because a limit was reached, by limit: profile, tenant."),
    MetricFamily(
        "fairkit_kits_due", .gauge,
        "Registered kits whose sample is not yet sent, by tenant and due: soon (within three days), overdue."),
    MetricFamily("fairkit_results_recorded_total", .counter, "Stored versions of results by flag."),
    MetricFamily("fairkit_alerts_raised_total", .counter, "Alerts raised by rule and band."),
    MetricFamily(
        "fairkit_alert_events_total", .counter,
        "Events of alerts and deliveries, by tenant and event: leased, acked, expired …"),
    MetricFamily(
        "fairkit_stale_tokens_total", .counter,
        "Lease tokens that were outdated, or that arrived after their lease had expired."),
    MetricFamily(
        "fairkit_delivery_ack_seconds", .histogram,
        "Time from raising an alert to the ack of its delivery, by band, without replays.",
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400]),
    MetricFamily(
        "fairkit_acked_delivery_ratio", .gauge,
        "Acked share of the deliveries of the last hour's alerts, without the last ten seconds, by tenant and band; 1 if there are none."
    ),
    MetricFamily("fairkit_deliveries", .gauge, "Unacked deliveries, by tenant, group, band and state."),
    MetricFamily(
        "fairkit_oldest_unacked_delivery_age_seconds", .gauge,
        "Age of the oldest alert with an unacked delivery, by tenant and band; 0 if there is none."
    ),

    MetricFamily(
        "fairkit_delivery_attempts_total", .counter,
        "Attempts to push a delivery, by channel and outcome."),
    MetricFamily(
        "fairkit_delivery_attempt_duration_seconds", .histogram, "Time of an attempt to push a delivery, by channel.",
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),

    MetricFamily(
        "fairkit_escalation_lateness_seconds", .histogram, "How late a step of an alert's escalation was carried out.",
        buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60]),
    MetricFamily(
        "fairkit_escalation_steps_skipped_total", .counter,
        "Steps of escalations that had no one to tell, so that the next step was due at once."),
    MetricFamily(
        "fairkit_escalation_steps_advanced_total", .counter,
        "Steps of escalations that were due earlier, because no message of the step before them arrived."),
    MetricFamily(
        "fairkit_escalation_alerts_repaired_total", .counter,
        "Open critical alerts that had no next step; their escalation began again."),
    MetricFamily(
        "fairkit_escalation_unreachable", .gauge,
        "Whether the last step of the escalation reaches no person, by tenant."),
    MetricFamily(
        "fairkit_escalation_teams_without_sign_in", .gauge,
        "Teams of the escalation whose clinicians on call can't sign in to acknowledge, by tenant."),
    MetricFamily(
        "fairkit_sending_refused_total", .counter,
        "Requests that a used-up budget of messages refused, by kind of message and whose budget it was."),
    MetricFamily(
        "fairkit_messages_total", .counter, "Attempts to send a message to a person, by channel and outcome."),
    MetricFamily(
        "fairkit_receipts_total", .counter, "Delivery receipts of providers, by provider and outcome."),
    MetricFamily(
        "fairkit_message_duration_seconds", .histogram, "Time of an attempt to send a message, by channel.",
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),

    MetricFamily("fairkit_mails_waiting", .gauge, "Mails that wait to be sent, by tenant."),
    MetricFamily(
        "fairkit_oldest_mail_age_seconds", .gauge,
        "Age of the oldest mail that waits to be sent, by tenant; 0 if none waits."),

    MetricFamily(
        "fairkit_break_glass_total", .counter, "Emergency accesses (break-glass): records that clinicians opened."),
    MetricFamily(
        "fairkit_break_glass_unheard_total", .counter,
        "Emergency accesses that no administrator was mailed about, because no administrator has an account."),
    MetricFamily(
        "fairkit_clock_steps_total", .counter, "Times that the system clock was set by two seconds or more."),
    MetricFamily(
        "fairkit_break_glass_unreviewed", .gauge,
        "Emergency accesses that no administrator has reviewed, by tenant."),
    MetricFamily(
        "fairkit_oldest_unreviewed_break_glass_age_seconds", .gauge,
        "Age of the oldest emergency access that no administrator has reviewed, by tenant; 0 if there is none."),
    MetricFamily(
        "fairkit_security_events_total", .counter,
        "Security events in the audit log, by tenant and event: failed sign-ins, lockouts, reused tokens, refused requests."
    ),
    MetricFamily(
        "fairkit_keys_ending", .gauge,
        "API keys that expire within 14 days and were not rotated, by tenant and role."),
    MetricFamily(
        "fairkit_audit_sound_age_seconds", .gauge,
        "Time since the audit log was last verified without findings, by tenant; since its first entry if it never was."
    ),
    MetricFamily(
        "fairkit_audit_sound", .gauge, "0 if the last verification of the audit log found tampering, by tenant; else 1."
    ),
    MetricFamily(
        "fairkit_audit_notes_refused_total", .counter,
        "Times that the server found its audit log shorter than before."),
    MetricFamily(
        "fairkit_audit_last_entry", .gauge,
        "Number of the last entry in the audit log, by tenant; it falls only if the data went back."),
    MetricFamily(
        "fairkit_store_incomplete", .gauge,
        "1 if the data may lack what was acknowledged: the audit log lacks what its anchor notes, or an anchor is gone or altered; by tenant."
    ),

    MetricFamily("fairkit_scans_total", .counter, "Photos, by outcome."),
    MetricFamily(
        "fairkit_scan_duration_seconds", .histogram,
        "Time from a photo's arrival until it was read, including waiting.",
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]),
    MetricFamily("fairkit_scan_workers", .gauge, "Scan workers by state."),
    MetricFamily("fairkit_scans_waiting", .gauge, "Photos that wait for a scan worker; the limit is 16."),
    MetricFamily("fairkit_scan_worker_deaths_total", .counter, "Scan workers that ended without a report, by reason."),
    MetricFamily("fairkit_draw_workers", .gauge, "Workers that draw documents and charts, by state."),
    MetricFamily(
        "fairkit_draw_worker_deaths_total", .counter, "Drawing workers that ended without a document, by reason."),

    MetricFamily("fairkit_commits_total", .counter, "Committed transactions."),
    MetricFamily(
        "fairkit_commit_group_size", .histogram, "Writes per transaction.",
        buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256]),
    MetricFamily("fairkit_commit_duration_seconds", .histogram, "Time of a commit, most of it fsync."),
    MetricFamily("fairkit_commit_failures_total", .counter, "Writes that failed, or whose commit failed."),
    MetricFamily(
        "fairkit_writes_failing", .gauge,
        "Open tenants whose last commit failed because of the disk or a file."),
    MetricFamily("fairkit_store_damage_total", .counter, "Reads and writes that found damaged pages."),
    MetricFamily(
        "fairkit_rows_altered_total", .counter, "Reads of rows that were changed by hand in the database."),
    MetricFamily("fairkit_database_refusals_total", .counter, "Reads and writes refused because their queue was full."),
    MetricFamily("fairkit_write_queue_length", .gauge, "Waiting writes."),
    MetricFamily("fairkit_write_queue_capacity", .gauge, "Maximum of waiting writes; further ones are refused."),
    MetricFamily("fairkit_read_queue_length", .gauge, "Reads that wait for a connection or a thread."),
    MetricFamily("fairkit_read_wait_seconds", .histogram, "Time that a read waited for a connection and a thread."),
    MetricFamily("fairkit_wal_pages", .gauge, "Pages in the write-ahead log after the last commit."),
    MetricFamily("fairkit_wal_bytes", .gauge, "Size of the open tenants' write-ahead logs."),
    MetricFamily("fairkit_tenants_open", .gauge, "Tenants whose files are open."),
    MetricFamily("fairkit_tenants_unopened", .gauge, "Tenants that are left closed, since they could not be opened."),
    MetricFamily(
        "fairkit_tenant_traps", .gauge,
        "Faults in the work of a tenant that ended the server, within a day or until an operator resumes the tenant."),
    MetricFamily("fairkit_database_bytes", .gauge, "Size of the open tenants' files, or of the database."),
    MetricFamily("fairkit_disk_available_bytes", .gauge, "Free space on the data directory's disk."),
    MetricFamily("fairkit_disk_size_bytes", .gauge, "Size of the data directory's disk."),
    MetricFamily(
        "fairkit_disk_reserve_given_up", .gauge,
        "1 while the disk is full and only critical results and their alerts are stored; else 0."),

    MetricFamily(
        "fairkit_metrics_failures_total", .counter, "Times that the metrics of the queue could not be computed."),
    MetricFamily("process_start_time_seconds", .gauge, "Start time of the process, in seconds since 1970."),
    MetricFamily("process_resident_memory_bytes", .gauge, "Resident memory of the process."),
    MetricFamily("process_open_fds", .gauge, "Open file descriptors."),
    MetricFamily("process_max_fds", .gauge, "Maximum of open file descriptors."),
]
