import Channels
import FairKitCore
import FoundationEssentials
import Testing

private let twilioMembers =
    #""provider": "twilio", "accountSID": "AC0123456789abcdef0123456789abcdef", "authTokenFile": "secret""#

@Suite struct `The file of channels` {
    private let folder: String

    init() throws {
        folder = "\(FileManager.default.temporaryDirectory.path)/channels-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("secret", "s3cr3t\n")
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
    }

    private func read(_ text: String, allowsPrivate: Bool = false) throws -> ChannelSettings {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write("channels.json", text)
        return try ChannelSettings(path: "\(folder)/channels.json", allowsPrivate: allowsPrivate)
    }

    private func refusal(_ text: String) throws -> String {
        do {
            _ = try read(text)
            return ""
        } catch let error as ChannelsFileError { return "\(error)" }
    }

    @Test func `lists what is configured, without secrets`() throws {
        let settings = try read(
            """
            {"sms": {\(twilioMembers), "from": "+15550001111", "statusCallback": "https://kit.example.org/r"},
             "voice": {\(twilioMembers), "from": "+15550001111"}, "slack": {}, "teams": {},
             "pagerduty": {"source": "clinic"},
             "http": {"url": "https://gw.example.org/send?k={id}", "json": {"n": "{to}", "t": ["{body}"]},
               "secretHeaders": {"X-Key": "secret"}, "successStatuses": [200], "reference": "id"}}
            """)
        #expect(Set(settings.channels.keys) == [.sms, .voice, .slack, .teams, .pagerDuty, .http])
        // The signature of Twilio's own library, with the token of the file.
        let body = Array("MessageSid=SM1&MessageStatus=delivered".utf8)
        let signature = "1yGMCTd4ejv3s2do0Qc2NrLfkqE="
        let receipt = MessageReceipt(over: .sms, reference: "SM1", state: .delivered, code: nil)
        let receipts = settings.receipts
        #expect(receipts.twilioReceipt(signature: signature, of: .standard, url: nil, body: body) == .success(receipt))
        #expect(receipts.twilioReceipt(signature: signature, of: .standard, url: nil, body: []) == .failure(.unsigned))
        // The address of another tenant is another one.
        let other = try #require(TenantName("kisumu"))
        #expect(
            receipts.twilioReceipt(signature: signature, of: other, url: nil, body: body) == .failure(.unsigned))
        let now = Timestamp(milliseconds: 0)
        #expect(
            receipts.gatewayReceipt(over: .http, body: body, header: { _ in nil }, at: now) == .failure(.unsigned))
        #expect(!"\(settings.channels.mapValues { "\($0.provider) \($0.facts)" })".contains("s3cr3t"))
    }

    @Test(arguments: [
        ("{", "is not a JSON object"), ("[]", "is not a JSON object"), (#"{"smss": {}}"#, "smss is unknown"),
        (#"{"sms": []}"#, "sms must be an object"), (#"{"sms": {}}"#, "sms.provider must be twilio or http"),
        (#"{"slack": {"url": "x"}}"#, "slack.url is unknown"),
        (#"{"sms": {\#(twilioMembers)}}"#, "sms.from or messagingServiceSID must be set"),
        (#"{"sms": {\#(twilioMembers), "from": "+1555", "messagingServiceSID": "MG1"}}"#, "and only one of them"),
        (#"{"sms": {\#(twilioMembers), "from": "+1555", "Form": 1}}"#, "sms.Form is unknown"),
        (#"{"sms": {\#(twilioMembers), "from": ""}}"#, "sms.from must be a text of one line"),
        (#"{"voice": {\#(twilioMembers), "from": "0555"}}"#, "voice.from must be a telephone number"),
        (
            #"{"voice": {\#(twilioMembers), "from": "+15550001111", "language": "en/>"}}"#,
            "voice.language must be a language"
        ),
        (
            #"{"sms": {"provider": "twilio", "accountSID": "AC1", "authTokenFile": "secret"}}"#,
            "sms.accountSID must be AC"
        ),
        (#"{"sms": {"provider": "twilio", "accountSID": "AC1"}}"#, "sms.authTokenFile is missing"),
        (
            #"{"sms": {"provider": "twilio", "accountSID": "AC1", "authTokenFile": "none"}}"#,
            "none, which can't be read"
        ),
        (
            #"{"pagerduty": {"baseURL": "http://events.pagerduty.com"}}"#,
            "pagerduty.baseURL is not a usable URL: must begin with https"
        ),
        (#"{"pagerduty": {"baseURL": "https://10.0.0.1"}}"#, "public internet"),
        (#"{"http": {}}"#, "http.url is missing"),
        (#"{"http": {"url": "https://{to}/"}}"#, "only after a question mark"),
        (#"{"http": {"url": "https://a.example/?a={phone}"}}"#, "http.url has an unknown place"),
        (#"{"http": {"url": "https://a.example/", "method": "DELETE"}}"#, "http.method must be one of GET, POST, PUT"),
        (#"{"http": {"url": "https://a.example/", "json": {"a": "{"}}}"#, "http.json has a single brace"),
        (#"{"http": {"url": "https://a.example/", "form": {"a": "{x}"}}}"#, "http.form.a has an unknown place"),
        (#"{"http": {"url": "https://a.example/", "form": {"a": "b"}, "json": {}}}"#, "exclude each other"),
        (#"{"http": {"url": "https://a.example/", "method": "GET", "form": {"a": "b"}}}"#, "a GET has neither"),
        (#"{"http": {"url": "https://a.example/", "headers": {"A b": "c"}}}"#, "http.headers.A b is not a header"),
        (#"{"http": {"url": "https://a.example/", "headers": {"A": "b\r\nC: d"}}}"#, "http.headers.A is not a header"),
        (#"{"http": {"url": "https://a.example/", "headers": {"Host": "b"}}}"#, "http.headers.Host is not a header"),
        (#"{"http": {"url": "https://a.example/", "successStatuses": [99]}}"#, "must be a list of HTTP statuses"),
        (#"{"http": {"url": "https://a.example/", "successStatuses": ["200"]}}"#, "must be a list of HTTP statuses"),
        (#"{"http": {"url": "https://a.example/", "successStatuses": [410], "goneStatuses": [410]}}"#, "in common"),
        (#"{"http": {"url": "https://a.example/", "success": {"path": "a"}}}"#, "http.success.values is missing"),
        (
            #"{"http": {"url": "https://a.example/", "success": {"path": "a", "values": ["1"], "b": 1}}}"#,
            "http.success.b is unknown"
        ),
        (#"{"http": {"url": "https://a.example/", "reference": "a..b"}}"#, "http.reference must be a path"),
        (#"{"sms": {"provider": "vonage"}}"#, "sms.provider must be twilio or http"),
        (#"{"http": {"url": "https://a.example/", "receipts": {"status": "s"}}}"#, "and status must be set to paths"),
        (
            #"{"http": {"url": "https://a.example/", "receipts": {"reference": "r", "status": "s", "failed": ["f"]}}}"#,
            "http.receipts.delivered and failed must list"
        ),
        (
            #"{"http": {"url": "https://a.example/", "receipts": {"reference": "r", "status": "s", "failed": ["f"], "#
                + #""delivered": ["d"]}}}"#,
            "http.receipts.signatureSecretFile is missing"
        ),
    ])
    func `is refused with a sentence that names the member`(text: String, sentence: String) throws {
        let said = try refusal(text)
        #expect(said.contains(sentence))
        #expect(said.hasSuffix(".") && !said.contains("\n") && !said.contains("s3cr3t"))
    }

    @Test(arguments: [0o640, 0o604, 0o666]) func `names no secret that others can read`(mode: Int) throws {
        try write("secret", "s3cr3t", mode: mode)
        #expect(try refusal(#"{"sms": {\#(twilioMembers), "from": "a"}}"#).contains("Run: chmod 600"))
    }

    @Test(arguments: [[], [10, 10], [97, 10, 98], [97, 0, 98]])
    func `names secrets of one line`(secret: [UInt8]) throws {
        try write("secret", String(decoding: secret, as: UTF8.self))
        #expect(try refusal(#"{"sms": {\#(twilioMembers), "from": "a"}}"#).contains("in one line"))
    }

    @Test func `may name private addresses if that is allowed`() throws {
        let text = #"{"pagerduty": {"baseURL": "http://127.0.0.1:9"}}"#
        #expect(try read(text, allowsPrivate: true).channels.count == 1)
    }
}
