import PostgreSQL
import Testing

@Suite struct `The address of a database` {
    @Test func `names the user, the hosts and the database, and TLS is verified`() throws {
        let address = try PostgresAddress("postgres://fairkit@db1.example,db2.example:5433/health")
        #expect(address.user == "fairkit")
        #expect(address.hosts.map(\.name) == ["db1.example", "db2.example"])
        #expect(address.hosts.map(\.port) == [5432, 5433])
        #expect(address.database == "health")
        #expect(address.protection == .verified(authorities: "/etc/ssl/certs/ca-certificates.crt"))
        #expect(try PostgresAddress("postgresql://fairkit@db1.example,db2.example:5433/health?") == address)
    }

    @Test func `may name authorities, or say that nothing is encrypted`() throws {
        let verified = try PostgresAddress("postgres://u@db/d?sslmode=verify-full&sslrootcert=/etc/our%20authority.pem")
        #expect(verified.protection == .verified(authorities: "/etc/our authority.pem"))
        #expect(try PostgresAddress("postgres://u@db/d?sslmode=disable").protection == .none)
    }

    @Test func `may name the folder of a unix socket, or an IPv6 address`() throws {
        let address = try PostgresAddress("postgres://u@%2Frun%2Fpostgresql:5433,[2001:db8::1]:5434,[::1]/d")
        #expect(address.hosts.map(\.name) == ["/run/postgresql", "2001:db8::1", "::1"])
        #expect(address.hosts.map(\.port) == [5433, 5434, 5432])
    }

    @Test func `is decoded`() throws {
        let address = try PostgresAddress("postgres://fair%20kit@db/Zo%C3%AB%27s")
        #expect(address.user == "fair kit")
        #expect(address.database == "Zoë's")
    }

    @Test(
        arguments: [
            ("", .scheme), ("mysql://u@h/d", .scheme), ("host=h user=u dbname=d", .scheme),
            ("postgres://u:hunter2@h/d", .password), ("postgres://u:@h/d", .password),
            ("postgres://u@h/d?password=hunter2", .password), ("postgres://u:p@ss@h/d", .password),
            ("postgres://h/d", .user), ("postgres://@h/d", .user), ("postgres:///d", .user),
            ("postgres://u@/d", .host), ("postgres://u@h,/d", .host), ("postgres://u@[::1/d", .host),
            ("postgres://u@a%2Cb/d", .host), ("postgres://u@h%20sslmode=disable/d", .host),
            ("postgres://u@%40h/d", .host),
            ("postgres://u@h:/d", .port), ("postgres://u@h:0/d", .port), ("postgres://u@h:65536/d", .port),
            ("postgres://u@h:54x/d", .port), ("postgres://u@[::1]x/d", .port), ("postgres://u@h:-1/d", .port),
            ("postgres://u@h", .database), ("postgres://u@h/", .database), ("postgres://u@h/a/b", .database),
            ("postgres://u@h/d?service=x", .parameter), ("postgres://u@h/d?hostaddr=10.0.0.1", .parameter),
            ("postgres://u@h/d?options=-c", .parameter), ("postgres://u@h/d?sslmode", .mode),
            ("postgres://u@h/d?sslmode=prefer", .mode), ("postgres://u@h/d?sslmode=require", .mode),
            ("postgres://u@h/d?sslmode=verify-ca", .mode), ("postgres://u@h/d?sslmode=DISABLE", .mode),
            ("postgres://u@h/d?sslrootcert=ca.pem", .authorities), ("postgres://u@h/d?sslrootcert=", .authorities),
            ("postgres://u@h/d%00?sslmode=disable", .encoding), ("postgres://u@h/d%", .encoding),
            ("postgres://u@h/d%+1", .encoding), ("postgres://u@h/d%C3", .encoding), ("postgres://u@h/a%0Ab", .encoding),
        ] as [(String, PostgresAddress.Refusal)])
    func `is refused, and the refusal says why`(text: String, refusal: PostgresAddress.Refusal) {
        #expect(throws: refusal) { try PostgresAddress(text) }
        #expect(!refusal.description.contains("hunter2"))
    }

    @Test func `has another refusal for each mistake`() {
        let all = PostgresAddress.Refusal.allCases.map(\.description)
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.hasSuffix(".") })
    }
}
