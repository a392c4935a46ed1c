import TextEncodings

/// Passwords of six digits that an app makes of a shared secret and the time, each good for thirty seconds (TOTP, RFC 6238, with
/// HMAC-SHA-1 as every app has it).
package struct OneTimePassword: Sendable {
    /// Twenty random bytes.
    package let secret: [UInt8]

    package static let secretLength = 20
    private static let seconds: Int64 = 30

    /// - Parameter secret: what was shared.
    package init(secret: [UInt8]) {
        self.secret = secret
    }

    package static func random() throws(KeyError) -> OneTimePassword {
        OneTimePassword(secret: try randomBytes(secretLength))
    }

    /// Which stretch of thirty seconds a time lies in, counted from 1970.
    package static func step(atSeconds time: Int64) -> Int64 { time / seconds }

    /// The six digits of a step.
    package func code(inStep step: Int64) throws(KeyError) -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let digest = try OpenSSL.hmac(message, key: secret, hash: .sha1)
        // RFC 4226, section 5.3.
        let offset = Int(digest[19] & 15)
        let number = digest[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let digits = "\(number % 1_000_000)"
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The step whose digits these are: this one, the one before or the one after, for clocks that go wrong by half a minute. One that
    /// was used, and all before it, are good no more.
    /// - Returns: nil if they are of none.
    package func step(of code: String, atSeconds time: Int64, after used: Int64?) throws(KeyError) -> Int64? {
        let given = Array(code.utf8)
        var found: Int64?
        // Each is looked at, so that the time does not tell which it was.
        for step in (OneTimePassword.step(atSeconds: time) - 1)...(OneTimePassword.step(atSeconds: time) + 1) {
            let isEqual = equalInConstantTime(given, Array(try self.code(inStep: step).utf8))
            if isEqual, used.map({ step > $0 }) ?? true { found = found ?? step }
        }
        return found
    }

    /// What an app takes for the secret: base32 without padding (RFC 4648).
    package var text: String { base32(secret) }
}
