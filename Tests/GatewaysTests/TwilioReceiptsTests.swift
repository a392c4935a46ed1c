import FairKitCore
import Gateways
import Testing

/// The signatures are those of Twilio's own library for Python (9.13.0, `RequestValidator`).
@Suite struct `A receipt of Twilio` {
    private let url = "https://kit.example.org/api/v1/receipts/twilio?tenant=a"
    private let receipts = TwilioReceipts(authToken: "12345")
    private let undelivered =
        "MessageSid=SM0123456789abcdef0123456789abcdef&MessageStatus=undelivered&ErrorCode=30003&To=%2B15551234567"
        + "&Body=Zo%C3%AB+%26+%3Cb%3E%3D1&AccountSid=AC1&messageStatus=x"

    private func read(_ body: String, _ signature: String?, url: String? = nil) -> Result<
        MessageReceipt, ReceiptRefusal
    > {
        receipts.receipt(signature: signature, url: url ?? self.url, body: Array(body.utf8))
    }

    @Test func `has the signature of Twilio's documentation`() {
        let fields = [
            (name: "To", value: "+18005551212"), (name: "CallSid", value: "CA1234567890ABCDE"),
            (name: "Digits", value: "1234"), (name: "From", value: "+14158675309"),
            (name: "Caller", value: "+14158675309"),
        ]
        let url = "https://mycompany.com/myapp.php?foo=1&bar=2"
        #expect(receipts.isSignature("RSOYDt4T1cUTdK1PDd93/VVr8B8=", url: url, fields))
        #expect(!receipts.isSignature("RSOYDt4T1cUTdK1PDd93/VVr8B8=", url: url, fields.dropLast()))
        #expect(!TwilioReceipts(authToken: "12346").isSignature("RSOYDt4T1cUTdK1PDd93/VVr8B8=", url: url, fields))
    }

    @Test func `says that a message was not delivered, with its code`() {
        let receipt = MessageReceipt(
            over: .sms, reference: "SM0123456789abcdef0123456789abcdef", state: .failed, code: "30003")
        #expect(read(undelivered, "Yoy1ST/S4NvlyhwIdWEVB5oSaio=") == .success(receipt))
    }

    @Test func `says that a message was delivered, or a call was not answered`() {
        let delivered = read(
            "MessageSid=SM0123456789abcdef0123456789abcdef&MessageStatus=delivered", "sk3LU/YskAK13QqoBAR9AzZktaU=")
        #expect(
            delivered
                == .success(
                    MessageReceipt(
                        over: .sms, reference: "SM0123456789abcdef0123456789abcdef", state: .delivered, code: nil)))
        let call = read(
            "CallSid=CA0123456789abcdef0123456789abcdef&CallStatus=no-answer", "dcpXL/nJSFFgpIY0E0aFGuUaxCA=")
        #expect(
            call
                == .success(
                    MessageReceipt(
                        over: .voice, reference: "CA0123456789abcdef0123456789abcdef", state: .failed, code: nil))
        )
    }

    @Test(arguments: [
        ("MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30005", "ep9fZEsfxEom4md6CP9RmTdSOzA=", true),
        ("MessageSid=SM1&MessageStatus=failed&ErrorCode=21610", "toJ0o9qpqNm9l870wLObv1r/e6Q=", true),
        ("CallSid=CA1&CallStatus=failed&SipResponseCode=404", "xtAVrNe0BdymK4yUUgDGkMUHCdY=", true),
        ("CallSid=CA1&CallStatus=failed&SipResponseCode=503", "ynRQ7mSqbtWcC5xOOhXxM3xZ/Ys=", false),
    ])
    func `says whether a number no longer takes messages`(body: String, signature: String, isGone: Bool) throws {
        #expect(try read(body, signature).get().state == (isGone ? .gone : .failed))
    }

    @Test func `is signed with or without the port`() {
        let portless = "https://kit.example.org:443/api/v1/receipts/twilio?tenant=a"
        for signature in ["Yoy1ST/S4NvlyhwIdWEVB5oSaio=", "JAaDp9IgH0RdD6idUQT6D2LJZC0="] {
            for url in [url, portless] {
                #expect(throws: Never.self) { try read(undelivered, signature, url: url).get() }
            }
        }
    }

    @Test func `is refused if anything in it was changed`() {
        let signature = "Yoy1ST/S4NvlyhwIdWEVB5oSaio="
        let altered = [
            undelivered.replacing("undelivered", with: "delivered"), undelivered + "&ErrorCode=30004",
            undelivered + "&more=1", undelivered.replacing("&messageStatus=x", with: ""),
            undelivered.replacing("30003", with: "30003%00"), "", "%", "=",
        ]
        for body in altered { #expect(read(body, signature) == .failure(.unsigned)) }
        for signature in [nil, "", "yoy1ST/S4NvlyhwIdWEVB5oSaio=", "Yoy1ST/S4NvlyhwIdWEVB5oSaio", " "] {
            #expect(read(undelivered, signature) == .failure(.unsigned))
        }
        for url in [
            "https://kit.example.org/api/v1/receipts/twilio?tenant=b",
            "http://kit.example.org/api/v1/receipts/twilio?tenant=a",
            "https://kit.example.org:8443/api/v1/receipts/twilio?tenant=a", "",
        ] {
            #expect(read(undelivered, signature, url: url) == .failure(.unsigned))
        }
    }

    @Test func `has to name a message and its status`() {
        #expect(read("AccountSid=AC1", "+AFe+A06faVsX/uCYIl8Aaw7iIw=") == .failure(.malformed))
    }
}
