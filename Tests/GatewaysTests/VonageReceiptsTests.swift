import FairKitCore
import Gateways
import KeyRing
import Testing
import TextEncodings

/// The tokens were made by PyJWT (2.15.1); the form's signature by Vonage's own library for Python, `Auth.sign_params`.
@Suite struct `A receipt of Vonage` {
    private let receipts = VonageReceipts(signatureSecret: "s3cr3t-s3cr3t-s3cr3t-s3cr3t-s3cr3t")
    private let now = Timestamp(milliseconds: 1_795_634_000_000)
    private let form =
        "msisdn=15551234567&to=AcmeInc&network-code=12345&messageId=0A0000001234567B&price=0.03330000&status=delivered"
        + "&scts=2001011400&err-code=0&api-key=abcd1234&message-timestamp=2020-01-01+12%3A00%3A00+%2B0000"
        + "&timestamp=1795634000&nonce=aa%3Db%26c&sig=EC334F2CBD3B9CFD6CE7129C8D42B3CABF6AE8FE09B421A8F38F96DC3D2A2966"
    private let event =
        #"{"uuid": "aaaaaaaa-bbbb-cccc-dddd-0123456789ab", "status": "answered", "direction": "outbound", "to": "15551234567"}"#
    private let token =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3OTU2MzQwMDAsImp0aSI6IngiLCJpc3MiOiJWb25hZ2UiLCJwYXlsb2FkX2hh"
        + "c2giOiI3NjE2NDU3Yzc4YjFmOTMyNTgxNDZiMzNiZmQ4YTJmNzI1NDcxZmI5YWZlYjQzM2JjZTlhOGE2Mzc2ZmFmMGE1IiwiYXBpX2tleSI6"
        + "ImExIn0.fViXlzigtXrzfjHzblKa8K-j41fwu8i0VcREJ9NTcg8"

    private func read(_ form: String, at time: Timestamp? = nil) -> Result<MessageReceipt, ReceiptRefusal> {
        receipts.smsReceipt(Array(form.utf8), at: time ?? now)
    }

    private func read(
        _ token: String?, _ body: String, at time: Timestamp? = nil
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        receipts.callReceipt(
            authorization: token.map { "Bearer \($0)" }, body: Array(body.utf8), at: time ?? now)
    }

    @Test func `says that a message was delivered`() {
        let receipt = MessageReceipt(over: .sms, reference: "0A0000001234567B", state: .delivered, code: nil)
        #expect(read(form) == .success(receipt))
    }

    @Test(arguments: [
        ("failed", "9", MessageReceipt.State.gone), ("rejected", "3", .gone), ("rejected", "4", .gone),
        ("failed", "2", .failed), ("failed", "8", .failed), ("expired", "3", .failed), ("accepted", "0", .underway),
        ("delivered", "0", .delivered),
    ])
    func `says whether a number no longer takes messages`(
        status: String, code: String, state: MessageReceipt.State
    ) throws {
        let fields = ["timestamp": "1795634000", "messageId": "x", "status": status, "err-code": code]
        let digest = try signature(
            of: VonageReceipts.content(fields), by: Array("s3cr3t-s3cr3t-s3cr3t-s3cr3t-s3cr3t".utf8))
        let form = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&") + "&sig=\(hexadecimal(digest))"
        #expect(try read(form).get().state == state)
    }

    @Test func `may be JSON`() {
        let fields = form.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1).map {
                String(percentEncoded: $0.replacing("+", with: " ")) ?? ""
            }
            return #""\#(parts[0])": "\#(parts[1])""#
        }
        let json = "{\(fields.joined(separator: ", "))}"
        #expect(read(json) == read(form))
        #expect(read(json.replacing("delivered", with: "failed")) == .failure(.unsigned))
        #expect(read("{") == .failure(.unsigned))
        #expect(read(#"{"sig": 1}"#) == .failure(.unsigned))
    }

    @Test func `is signed as Vonage's library signs`() throws {
        let fields = ["timestamp": "1795634000", "a": "1&2=3", "messageId": "x", "sig": "ignored"]
        let digest = try signature(
            of: VonageReceipts.content(fields), by: Array("s3cr3t-s3cr3t-s3cr3t-s3cr3t-s3cr3t".utf8))
        #expect(hexadecimal(digest) == "bbe3a610ca57813f16813a28761bc14d04235c041ac8cbb7f0a53e89e8cf6693")
    }

    @Test func `is refused if the form was changed`() {
        let altered = [
            form.replacing("delivered", with: "failed"), form + "&status=failed", form + "&more=1",
            "status=failed&" + form, form.replacing("&nonce=aa%3Db%26c", with: ""),
            form.replacing("sig=EC", with: "sig=EB"), form.replacing("&sig=", with: "&sag="), "", "%zz",
        ]
        for form in altered { #expect(read(form) == .failure(.unsigned)) }
        #expect(VonageReceipts(signatureSecret: "x").smsReceipt(Array(form.utf8), at: now) == .failure(.unsigned))
    }

    @Test func `is refused after five minutes, so that an old one can't be replayed`() {
        for seconds in [-301, 301, 86_400] {
            let time = now.advanced(by: .seconds(seconds))
            #expect(read(form, at: time) == .failure(.outdated))
            #expect(read(token, event, at: time) == .failure(.outdated))
        }
        #expect(throws: Never.self) { try read(form, at: now.advanced(by: .seconds(299))).get() }
    }

    @Test func `says that a call was answered`() {
        let receipt = MessageReceipt(
            over: .voice, reference: "aaaaaaaa-bbbb-cccc-dddd-0123456789ab", state: .delivered, code: nil)
        #expect(read(token, event) == .success(receipt))
    }

    @Test func `is refused if its token is not for this body`() {
        #expect(read(token, event.replacing("answered", with: "failed")) == .failure(.unsigned))
        #expect(read(token, "") == .failure(.unsigned))
        // Signed, but without the hash of a body.
        let loose =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3OTU2MzQwMDB9.RkorDuUHlDBnZ482ffPamArlBWOgoglCTaT-tH8U0Kc"
        #expect(read(loose, event) == .failure(.unsigned))
    }

    @Test func `is refused with another algorithm, no signature or no token`() {
        let claims =
            "eyJpYXQiOjE3OTU2MzQwMDAsInBheWxvYWRfaGFzaCI6Ijc2MTY0NTdjNzhiMWY5MzI1ODE0NmIzM2JmZDhhMmY3MjU0NzFmYjlhZmViNDMz"
            + "YmNlOWE4YTYzNzZmYWYwYTUifQ"
        let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\(claims)."
        let long =
            "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.\(claims)."
            + "UIldeDS9v6giVNyECF6viAdqBCXPDJzqlg1XOGGJNSx_0OjytzMu7u2J6D-75-OHU2WW_shuD4N7q9XKqwCYHw"
        for token in [none, long, "", "a.b.c", token + "A", String(token.dropLast()), "..", nil] {
            #expect(read(token, event) == .failure(.unsigned))
        }
        #expect(
            receipts.callReceipt(authorization: token, body: Array(event.utf8), at: now) == .failure(.unsigned))
    }
}
