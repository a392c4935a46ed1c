import Mail
import Testing

@Suite struct `The address of a mail server` {
    @Test(arguments: [
        ("smtp://mail.example.org", SMTPServer.Security.startTLS, "mail.example.org", 587),
        ("smtp://mail.example.org:25/", .startTLS, "mail.example.org", 25),
        ("SMTPS://Mail.Example.org", .fromTheStart, "mail.example.org", 465),
        ("smtps://192.0.2.1:1465", .fromTheStart, "192.0.2.1", 1465),
        ("smtp+plain://localhost", .none, "localhost", 25),
        ("smtp+plain://127.0.0.1:1025", .none, "127.0.0.1", 1025),
    ])
    func `says how it is spoken to`(url: String, security: SMTPServer.Security, host: String, port: Int) throws {
        let server = try SMTPServer(url: url)
        #expect((server.security, server.host, server.port) == (security, host, port))
    }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp:mail.example.org", "smtp://", "smtp://:25",
        "smtp://mail.example.org:0",
        "smtp://mail.example.org:65536", "smtp://mail.example.org:+25", "smtp://ada:secret@mail.example.org",
        "smtp://mail.example.org/path",
        "smtp://mail.example.org?x", "smtp://mail example.org", "smtp://mail.example.org\r\n", "smtp://-x",
        "smtp://a:1:2",
    ])
    func `is a scheme, a host and a port, and nothing else`(url: String) {
        #expect(throws: SMTPServer.Unusable.malformed) { try SMTPServer(url: url) }
    }

    @Test(arguments: [
        "smtp+plain://mail.example.org", "smtp+plain://10.0.0.1:25", "smtp+plain://127.0.0.1.example.org",
    ])
    func `is this machine's, if nothing is encrypted`(url: String) {
        #expect(throws: SMTPServer.Unusable.plain) { try SMTPServer(url: url) }
    }
}
