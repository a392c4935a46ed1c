import TextEncodings

/// Six-digit passwords that an authenticator app derives from a shared secret and the time, each valid for thirty
/// seconds (TOTP, RFC 6238, with HMAC-SHA-1, which every app supports).
package struct OneTimePassword: Sendable {
    /// Twenty random bytes.
    package let secret: [UInt8]

    package static let secretLength = 20
    private static let seconds: Int64 = 30

    /// - Parameter secret: the shared secret.
    package init(secret: [UInt8]) {
        self.secret = secret
    }

    package static func random() throws(KeyError) -> OneTimePassword {
        OneTimePassword(secret: try randomBytes(secretLength))
    }

    /// The number of the thirty-second step of a time, counted from 1970.
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

    /// The step to which a code belongs: the present one, the previous or the next, for clocks that are up to half a
    /// minute off. A used step, and all before it, are no longer valid.
    /// - Returns: nil if it belongs to none.
    package func step(of code: String, atSeconds time: Int64, after used: Int64?) throws(KeyError) -> Int64? {
        let given = Array(code.utf8)
        var found: Int64?
        // All are compared, so that the time does not reveal which one matched.
        for step in (OneTimePassword.step(atSeconds: time) - 1)...(OneTimePassword.step(atSeconds: time) + 1) {
            let isEqual = equalInConstantTime(given, Array(try self.code(inStep: step).utf8))
            if isEqual, used.map({ step > $0 }) ?? true { found = found ?? step }
        }
        return found
    }

    /// The secret as authenticator apps accept it: base32 without padding (RFC 4648).
    package var text: String { base32(secret) }
}
