extension PostgresAddress {
    /// The settings that libpq needs to connect. Each on which security or durability rests is given, if only as an
    /// empty one, so that no variable of the environment replaces it.
    func settings(password: String?) -> [(keyword: String, value: String)] {
        var settings = [
            ("host", hosts.map(\.name).joined(separator: ",")),
            ("port", hosts.map { String($0.port) }.joined(separator: ",")),
            ("user", user), ("dbname", database), ("application_name", "fairkit"), ("client_encoding", "UTF8"),
            ("target_session_attrs", "read-write"),
            // Kerberos would encrypt without a certificate.
            ("gssencmode", "disable"),
            // No other address than the host's, no settings for the session, no passwords from a file in the home folder.
            ("hostaddr", ""), ("options", ""), ("passfile", "/nonexistent"), ("requirepeer", ""), ("sslcrl", ""),
            ("sslcrldir", ""),
            // Seconds for each host; milliseconds until sent data must be confirmed; seconds of silence, between probes,
            // and the number of probes.
            ("connect_timeout", "3"), ("tcp_user_timeout", "5000"), ("keepalives", "1"), ("keepalives_idle", "5"),
            ("keepalives_interval", "1"), ("keepalives_count", "5"),
        ]
        if let password { settings.append(("password", password)) }
        switch protection {
        case .none: settings.append(("sslmode", "disable"))
        case .verified(let authorities):
            settings += [
                ("sslmode", "verify-full"), ("sslrootcert", authorities), ("ssl_min_protocol_version", "TLSv1.2"),
                // No certificate of our own. Otherwise libpq looks for one in the home folder, and fails if it may not.
                ("sslcert", "/nonexistent"),
            ]
        }
        return settings
    }
}
