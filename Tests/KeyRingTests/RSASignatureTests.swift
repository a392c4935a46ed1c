import KeyRing
import TestKeys
import Testing
import TextEncodings

@Suite struct `An RSA signature` {
    @Test func `equals that of RFC 7515, appendix A 2`() throws {
        let message =
            "eyJhbGciOiJSUzI1NiJ9."
            + "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9"
            + "uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB"
            + "_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rq"
            + "Vt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        let key = try RSAPrivateKey(pem: Array(PEM.rsa.utf8))
        #expect(base64URL(try key.signature(of: Array(message.utf8))) == signature)
    }

    @Test func `needs an RSA key`() {
        for (index, text) in [PEM.p256, PEM.ed25519, PEM.publicKey, "", String(PEM.rsa.dropLast(60))].enumerated() {
            #expect(throws: RSAPrivateKey.Unusable.malformed, "text \(index)") {
                try RSAPrivateKey(pem: Array(text.utf8))
            }
        }
    }

    @Test func `needs a key of at least 2048 bits`() {
        #expect(throws: RSAPrivateKey.Unusable.short) { try RSAPrivateKey(pem: Array(PEM.shortRSA.utf8)) }
    }
}
