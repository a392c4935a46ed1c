extension PostgresAddress {
    /// Why an address is refused.
    package enum Refusal: Error, Hashable, CaseIterable {
        case scheme
        case user
        case password
        case host
        case port
        case database
        case parameter
        case mode
        case authorities
        case encoding
    }
}

extension PostgresAddress.Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .scheme: "The address of the database must be postgres://USER@HOST/DATABASE."
        case .user: "The address of the database names no user. Write postgres://USER@HOST/DATABASE."
        case .password:
            "The address of the database holds a password. Remove it from the address, and put it into a file that only "
                + "the server can read. Change the password if other users may have seen it."
        case .host:
            "A host in the address of the database is invalid. Write a name, an IPv4 address, an IPv6 address in brackets, "
                + "or the folder of a unix socket with %2F in place of each slash."
        case .port: "A port in the address of the database is invalid. Write a number from 1 to 65535 after the host."
        case .database: "The address of the database names no database. Write postgres://USER@HOST/DATABASE."
        case .parameter:
            "The address of the database has an unknown parameter. Only sslmode and sslrootcert may follow the question "
                + "mark."
        case .mode:
            "The sslmode in the address of the database must be verify-full, which is the default. If only trusted "
                + "machines can reach the network of the database, disable is allowed as well."
        case .authorities:
            "The sslrootcert in the address of the database must be the whole path of a file of certificates, from / on."
        case .encoding:
            "The address of the database is not valid: % must be followed by two hexadecimal digits, and the text must be "
                + "UTF-8 without control characters."
        }
    }
}
