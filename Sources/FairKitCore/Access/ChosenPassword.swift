/// A password that somebody has chosen, and may have.
///
/// The rule is that of NIST SP 800-63B-4, 3.1.1, and OWASP ASVS 5.0, 6.2: long, any characters, no mixture of kinds asked for, and none
/// that others try first. Code points are counted as they came, as NIST wants, and nothing is cut off or changed, as ASVS wants.
/// Twelve are asked for: NIST's fifteen for a password alone, and eight beside a second factor, have this between them.
package struct ChosenPassword: Sendable {
    /// As it came; it is hashed, and never stored or logged.
    package let text: String

    package static let lengths = 12...128

    /// - Parameter email: whose it is to be.
    package init(_ text: String, of email: MailAddress) throws(Refused) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= ChosenPassword.lengths.lowerBound else { throw .tooShort }
        guard scalars.count <= ChosenPassword.lengths.upperBound else { throw .tooLong }
        let small = text.lowercased()
        guard !CommonPasswords.contain(small), !CommonPasswords.contain(small.core) else { throw .common }
        guard Set(scalars).count >= 5, !small.isRepetition, !small.isMadeOfRows else { throw .pattern }
        guard !small.containsName(of: email) else { throw .personal }
        self.text = text
    }

    /// Why a password is not taken. No sentence repeats it.
    package enum Refused: Error, CaseIterable, CustomStringConvertible {
        case tooShort
        case tooLong
        case common
        case pattern
        case personal

        package var description: String {
            switch self {
            case .tooShort:
                "Choose at least \(ChosenPassword.lengths.lowerBound) characters. Some words that don't belong together are good."
            case .tooLong: "Choose at most \(ChosenPassword.lengths.upperBound) characters."
            case .common: "Many people have this password or the word in it, so it is tried first. Choose another."
            case .pattern: "This repeats itself or follows the keyboard, so it is soon guessed. Choose another."
            case .personal: "This holds your e-mail address or our name, so it is soon guessed. Choose another."
            }
        }
    }
}

extension String {
    /// Without what people put before and behind a word to make a password of it.
    fileprivate var core: String {
        let letters = unicodeScalars.drop { !$0.properties.isAlphabetic }
        guard let last = letters.lastIndex(where: \.properties.isAlphabetic) else { return "" }
        return String(letters[...last])
    }

    /// Whether it is a shorter piece, some times over: `aaaaaaaaaaaa`, `secretsecret`.
    fileprivate var isRepetition: Bool {
        let all = Array(unicodeScalars)
        return (1...max(1, all.count / 2)).contains { length in
            all.count.isMultiple(of: length) && all.indices.dropFirst(length).allSatisfy { all[$0] == all[$0 - length] }
        }
    }

    /// Whether it is made of pieces of three and more that stand side by side in a row: `abcdefgh1234`, `qwertyasdfgh`.
    fileprivate var isMadeOfRows: Bool {
        let all = Array(unicodeScalars)
        var (run, step) = (1, 0)
        for (before, next) in zip(all, all.dropFirst()) {
            let toNext = before.step(to: next)
            if toNext != 0, run == 1 || toNext == step {
                (run, step) = (run + 1, toNext)
            } else if run >= 3 {
                (run, step) = (1, 0)
            } else {
                return false
            }
        }
        return run >= 3
    }

    /// Whether it holds what stands before the address's `@`, or this server's name.
    fileprivate func containsName(of email: MailAddress) -> Bool {
        [email.localPart.lowercased(), "fairkit"].contains { name in
            // A shorter one stands in many a good password by chance.
            name.utf8.count >= 3 && contains(name)
        }
    }
}

extension Unicode.Scalar {
    private static let rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
        .map { Array($0.unicodeScalars) }

    /// 1 or -1 if another stands beside it in a row; else 0.
    fileprivate func step(to other: Unicode.Scalar) -> Int {
        for row in Unicode.Scalar.rows {
            for (left, right) in zip(row, row.dropFirst()) {
                if (left, right) == (self, other) { return 1 }
                if (left, right) == (other, self) { return -1 }
            }
        }
        return 0
    }
}
