/// A new password that meets the password rule.
///
/// The rule follows NIST SP 800-63B-4, 3.1.1, and OWASP ASVS 5.0, 6.2: long, any characters, no required character
/// classes, and no common password.
/// Code points are counted as received, as NIST requires, and the text is not truncated, as ASVS requires. It is only
/// normalized, as both allow: some keyboards send `é` as one code point, others as two.
/// The minimum of 12 lies between NIST's 15 for a password alone and 8 with a second factor.
package struct ChosenPassword: Sendable {
    /// In normalization form C. It is hashed, and never stored or logged.
    package let text: String

    package static let lengths = 12...128

    /// Words that an attacker would guess for this service: its name, its subject, and its roles.
    package static let ownWords = ["fairkit", "alpha", "antitrypsin"] + RoleName.allCases.map(\.rawValue)

    /// - Parameters:
    ///   - email: the address of the account.
    ///   - tenant: the tenant of the account.
    ///   - link: the secret of the mailed link through which the person chooses a password; nil: the person is signed
    ///     in.
    package init(
        _ text: String, of email: MailAddress, in tenant: TenantName, by link: String?
    ) throws(Refused) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= ChosenPassword.lengths.lowerBound else { throw .tooShort }
        guard scalars.count <= ChosenPassword.lengths.upperBound else { throw .tooLong }
        let small = text.lowercased()
        if let link, text.contains(link) { throw .link }
        guard !CommonPasswords.contain(small), !CommonPasswords.contain(small.core), !CommonPasswords.make(small.core)
        else { throw .common }
        guard Set(scalars).count >= 5, !small.isRepetition, !small.isMadeOfRows, !small.isWoven else { throw .pattern }
        let words = [email.localPart.lowercased(), tenant.text] + ChosenPassword.ownWords
        guard !small.leavesLittle(without: words) else { throw .personal }
        self.text = text.composed
    }

    /// Why a password is refused. No description repeats the password.
    package enum Refused: Error, CaseIterable, CustomStringConvertible {
        case tooShort
        case tooLong
        case common
        case pattern
        case personal
        case link

        package var description: String {
            switch self {
            case .tooShort:
                "Choose at least \(ChosenPassword.lengths.lowerBound) characters. Several unrelated words work well."
            case .tooLong: "Choose at most \(ChosenPassword.lengths.upperBound) characters."
            case .common:
                "This password is too common. Choose another one: three unrelated words work well."
            case .pattern:
                "This password repeats itself or follows the keyboard, so it is easy to guess. Choose another one."
            case .personal:
                "This password is little more than your e-mail address or a word of this service, so it is easy to guess. Choose another one."
            case .link: "This password contains the secret of the link in your mail. Choose a password of your own."
            }
        }
    }
}

extension String {
    /// The text without the digits and signs that people put around a word to make it a password.
    fileprivate var core: String {
        let letters = unicodeScalars.drop { !$0.properties.isAlphabetic }
        guard let last = letters.lastIndex(where: \.properties.isAlphabetic) else { return "" }
        return String(letters[...last])
    }

    /// Whether it repeats a shorter piece: `aaaaaaaaaaaa`, `secretsecret`.
    fileprivate var isRepetition: Bool {
        let all = Array(unicodeScalars)
        return (1...max(1, all.count / 2)).contains { length in
            all.count.isMultiple(of: length) && all.indices.dropFirst(length).allSatisfy { all[$0] == all[$0 - length] }
        }
    }

    /// Whether it consists of sequences of three or more neighbouring characters: `abcdefgh1234`, `qwertyasdfgh`,
    /// `1qaz2wsx3edc`.
    fileprivate var isMadeOfRows: Bool { Array(unicodeScalars)[...].isMadeOfRows }

    /// Whether it alternates between two sequences: `1q2w3e4r5t6y`.
    fileprivate var isWoven: Bool {
        let all = Array(unicodeScalars)
        return [0, 1].allSatisfy { first in
            stride(from: first, to: all.count, by: 2).map { all[$0] }[...].isMadeOfRows
        }
    }

    /// Whether it is little more than known words: fewer than ten letters and digits beside whole words, or fewer than
    /// six beside words that occur inside other words by chance (`eve` in `seven`).
    fileprivate func leavesLittle(without words: [String]) -> Bool {
        let all = Array(unicodeScalars)
        let found = words.filter { $0.utf8.count >= 3 }.flatMap { all.places(of: Array($0.unicodeScalars)) }
        func left(without places: [Range<Int>]) -> Int {
            let taken = Set(places.joined())
            return all.indices.count {
                !taken.contains($0) && (all[$0].isLetter || all[$0].properties.numericType != nil)
            }
        }
        let whole = found.filter { place in
            [place.lowerBound - 1, place.upperBound].allSatisfy { !all.indices.contains($0) || !all[$0].isLetter }
        }
        return (!whole.isEmpty && left(without: whole) < 10) || (!found.isEmpty && left(without: found) < 6)
    }
}

extension [Unicode.Scalar] {
    /// The places where a word occurs.
    fileprivate func places(of word: [Unicode.Scalar]) -> [Range<Int>] {
        indices.filter { self[$0...].starts(with: word) }.map { $0..<($0 + word.count) }
    }
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate var isMadeOfRows: Bool {
        var (run, step) = (1, 0)
        for (before, next) in zip(self, dropFirst()) {
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
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { properties.isAlphabetic }

    /// The alphabet, and the rows and columns of a keyboard.
    private static let rows = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm",
        "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik", "9ol",
    ].map { Array($0.unicodeScalars) }

    /// 1 or -1 if the other character is its neighbour in a row; otherwise 0.
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
