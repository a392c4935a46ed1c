import PrometheusMetrics

/// Every metric with its help, in the order of what it is about. Rules and the dashboard in `deploy/` use these names.
let metricFamilies: [MetricFamily] = [
    MetricFamily("fairkit_build_info", .gauge, "The version that runs, as a label; always 1."),

    MetricFamily("fairkit_http_requests_total", .counter, "Answered requests by method, route pattern and status."),
    // A claim may wait for 30 seconds.
    MetricFamily(
        "fairkit_http_request_duration_seconds", .histogram, "Time from a request's head to its answer's, by route.",
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35]),
    MetricFamily(
        "fairkit_rate_limited_total", .counter,
        "Requests refused since too many came, by what was counted: key, account, address, sign-in, open, alert-lists."),
    MetricFamily(
        "fairkit_places_refused_total", .counter,
        "Requests refused since all places were taken, by what has places: photos, exports, streams, claims."),
    MetricFamily("fairkit_connections", .gauge, "Connections that are open, but those of the control socket."),
    MetricFamily("fairkit_connections_capacity", .gauge, "Connections that may be open at once."),
    MetricFamily(
        "fairkit_connections_closed_total", .counter,
        "Connections that the server closed, by reason: address-limit (its address had all it may have), room-made (it waited for a request when all were open that may be), write-stalled (the client took nothing for 30 seconds)."
    ),

    MetricFamily(
        "fairkit_photos_not_kept_total", .counter,
        "Registrations of which no copy of the photo was kept for a review, by the limit: profile, tenant."),
    MetricFamily(
        "fairkit_kits_due", .gauge,
        "Registered kits whose sample has to be sent, by tenant and due: soon (within three days), overdue."),
    MetricFamily("fairkit_results_recorded_total", .counter, "Stored versions of results by flag."),
    MetricFamily("fairkit_alerts_raised_total", .counter, "Alerts raised by rule and band."),
    MetricFamily(
        "fairkit_alert_events_total", .counter,
        "Events of alerts and deliveries, by tenant: leased, acked, expired …"),
    MetricFamily(
        "fairkit_stale_tokens_total", .counter,
        "Tokens that were no longer the newest, or came after the end of their lease."),
    MetricFamily(
        "fairkit_delivery_ack_seconds", .histogram,
        "Time from raising an alert to the ack of its delivery, by band; replays left out.",
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400]),
    MetricFamily(
        "fairkit_acked_delivery_ratio", .gauge,
        "Share of the deliveries of the last hour's alerts, except the last ten seconds, that is acked, by tenant and band; 1 if there is none."
    ),
    MetricFamily("fairkit_deliveries", .gauge, "Deliveries that are not acked, by tenant, group, band and state."),
    MetricFamily(
        "fairkit_oldest_unacked_delivery_age_seconds", .gauge,
        "Age of the oldest alert with a delivery that is not acked, by tenant and band; 0 if there is none."
    ),

    MetricFamily(
        "fairkit_delivery_attempts_total", .counter,
        "Attempts of the server to push a delivery, by channel and outcome."),
    MetricFamily(
        "fairkit_delivery_attempt_duration_seconds", .histogram, "Time of an attempt to push a delivery, by channel.",
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),

    MetricFamily("fairkit_mails_total", .counter, "Attempts to send a mail, by outcome."),
    MetricFamily("fairkit_mails_waiting", .gauge, "Mails that wait to be sent, by tenant."),
    MetricFamily(
        "fairkit_oldest_mail_age_seconds", .gauge,
        "How long the oldest of them has been waiting, by tenant; 0 if none waits."),

    MetricFamily("fairkit_break_glass_total", .counter, "Records that clinicians have opened in emergencies."),
    MetricFamily(
        "fairkit_break_glass_unheard_total", .counter,
        "Of these, those that no administrator got a mail of, since none had an account."),
    MetricFamily(
        "fairkit_clock_steps_total", .counter, "How often the clock of the machine was set by two seconds and more."),
    MetricFamily(
        "fairkit_break_glass_unreviewed", .gauge,
        "Of these, those that no administrator has looked at, by tenant."),
    MetricFamily(
        "fairkit_oldest_unreviewed_break_glass_age_seconds", .gauge,
        "How long ago the oldest of them was opened, by tenant; 0 if there is none."),
    MetricFamily(
        "fairkit_security_events_total", .counter,
        "What the audit has of those who try to get in, by tenant and event: sign-ins that failed, locks, tokens used twice, refusals."
    ),
    MetricFamily(
        "fairkit_keys_ending", .gauge,
        "API keys that end by themselves within 14 days and have no successor, by tenant and role."),
    MetricFamily(
        "fairkit_audit_sound_age_seconds", .gauge,
        "How long ago the audit was last found to be what was written, by tenant; if it never was, how long ago it began."
    ),
    MetricFamily(
        "fairkit_audit_sound", .gauge, "0 if the audit was not what was written when it was last verified, by tenant."),
    MetricFamily(
        "fairkit_audit_notes_refused_total", .counter,
        "Times that the server itself found the audit shorter than it had been."),

    MetricFamily("fairkit_scans_total", .counter, "Photos by what came of them."),
    MetricFamily(
        "fairkit_scan_duration_seconds", .histogram, "Time from a photo's arrival to its reading, waiting included.",
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]),
    MetricFamily("fairkit_scan_workers", .gauge, "Scan workers by state."),
    MetricFamily("fairkit_scans_waiting", .gauge, "Photos that wait for a scan worker; 16 may."),
    MetricFamily("fairkit_scan_worker_deaths_total", .counter, "Scan workers that ended without a report, by reason."),

    MetricFamily("fairkit_commits_total", .counter, "Committed transactions."),
    MetricFamily(
        "fairkit_commit_group_size", .histogram, "Writes that one transaction held.",
        buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256]),
    MetricFamily("fairkit_commit_duration_seconds", .histogram, "Time of a commit, most of it fsync."),
    MetricFamily("fairkit_commit_failures_total", .counter, "Writes that could not be made or committed."),
    MetricFamily(
        "fairkit_writes_failing", .gauge,
        "Open tenants whose last commit failed since the disk or a file did not take it; else 0."),
    MetricFamily("fairkit_store_damage_total", .counter, "Reads and writes that met damaged pages."),
    MetricFamily("fairkit_database_refusals_total", .counter, "Reads and writes refused since their queue was full."),
    MetricFamily("fairkit_write_queue_length", .gauge, "Writes that wait."),
    MetricFamily("fairkit_write_queue_capacity", .gauge, "Writes that may wait; more are refused."),
    MetricFamily("fairkit_read_queue_length", .gauge, "Reads that wait for a connection or a thread."),
    MetricFamily("fairkit_read_wait_seconds", .histogram, "Time that a read waited for a connection and a thread."),
    MetricFamily("fairkit_wal_pages", .gauge, "Pages in the write-ahead log after the last commit."),
    MetricFamily("fairkit_wal_bytes", .gauge, "Size of the open tenants' write-ahead logs."),
    MetricFamily("fairkit_tenants_open", .gauge, "Tenants whose files are open."),
    MetricFamily("fairkit_database_bytes", .gauge, "Size of the open tenants' files."),
    MetricFamily("fairkit_disk_available_bytes", .gauge, "What is left on the data directory's disk."),
    MetricFamily("fairkit_disk_size_bytes", .gauge, "Size of the data directory's disk."),
    MetricFamily(
        "fairkit_disk_reserve_given_up", .gauge,
        "1 while the disk is full, so that only what critical alerts need is stored; else 0."),

    MetricFamily("fairkit_metrics_failures_total", .counter, "Times that the queue could not be counted."),
    MetricFamily("process_start_time_seconds", .gauge, "When the process started, in seconds since 1970."),
    MetricFamily("process_resident_memory_bytes", .gauge, "Memory that the process holds."),
    MetricFamily("process_open_fds", .gauge, "Open file descriptors."),
    MetricFamily("process_max_fds", .gauge, "File descriptors that may be open."),
]
