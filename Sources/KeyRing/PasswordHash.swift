import COpenSSL

/// A stored password hash: scrypt (RFC 7914) with its own salt, as text in the PHC string format,
/// `$scrypt$ln=16,r=8,p=2$SALT$HASH`.
package struct PasswordHash: Sendable, CustomStringConvertible {
    /// The cost of a hash. The memory is 128 · r · N bytes.
    package struct Cost: Hashable, Sendable {
        /// The binary logarithm of N.
        let logarithm: Int
        let blockSize: Int
        let parallelism: Int

        /// 64 MB, by OWASP's recommendation for scrypt; about 250 ms. Twice the memory with half the passes (2^17, 8,
        /// 1) is as much work.
        package static let standard = Cost(logarithm: 16, blockSize: 8, parallelism: 2)

        package init(logarithm: Int, blockSize: Int, parallelism: Int) {
            self.logarithm = logarithm
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The amount of computation, which determines the time.
        package var work: Int { (blockSize * parallelism) << logarithm }

        /// The bytes that one hash needs.
        package var memory: Int { (128 * blockSize) << logarithm }

        /// Costs that, together with this one, take as much work as another: they equalise the time.
        package func steps(upTo other: Cost) -> [Cost] {
            let (row, missing) = (other.blockSize * other.parallelism, other.work - work)
            guard missing >= row else { return [] }
            // As binary digits: from 2^15 to 2^17 it is 2^16 and 2^15.
            let rounds = missing / row
            return (1..<Int.bitWidth - 1).reversed().filter { rounds >> $0 & 1 == 1 }.map {
                Cost(logarithm: $0, blockSize: other.blockSize, parallelism: other.parallelism)
            }
        }

        /// The limit for stored texts: 512 MB.
        var isBearable: Bool {
            (4...19).contains(logarithm) && (1...8).contains(blockSize) && (1...4).contains(parallelism)
        }
    }

    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a password. It takes long and blocks its thread.
    package init(of password: String, cost: Cost = .standard) throws(KeyError) {
        let salt = try randomBytes(16)
        self.cost = cost
        self.salt = salt
        hash = try OpenSSL.scrypt(Array(password.utf8), salt: salt, cost: cost)
    }

    /// A hash that no password matches, for accounts that do not exist: checking it takes as long.
    package static func unmatched(cost: Cost = .standard) throws(KeyError) -> PasswordHash {
        PasswordHash(cost: cost, salt: try randomBytes(16), hash: try randomBytes(32))
    }

    private init(cost: Cost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    /// Reads a stored hash; nil if it is malformed.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        let parameters = parts[2].split(separator: ",").map { $0.split(separator: "=") }
        guard parameters.count == 3, parameters.allSatisfy({ $0.count == 2 }),
            parameters.map(\.[0]) == ["ln", "r", "p"]
        else { return nil }
        let numbers = parameters.compactMap { Int($0[1]) }
        guard numbers.count == 3, let salt = Base64.decode(parts[3]), let hash = Base64.decode(parts[4]),
            hash.count == 32
        else { return nil }
        cost = Cost(logarithm: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
        guard cost.isBearable else { return nil }
        self.salt = salt
        self.hash = hash
    }

    /// Whether a password matches; it takes as long as hashing.
    package func matches(_ password: String) throws(KeyError) -> Bool {
        let other = try OpenSSL.scrypt(Array(password.utf8), salt: salt, cost: cost)
        return equalInConstantTime(other, hash)
    }

    /// Spends the time by which a hash of another cost takes longer than this one. Smaller hashes are slightly faster,
    /// thanks to the processor's caches.
    package func fillUp(to other: Cost) throws(KeyError) {
        for step in cost.steps(upTo: other) { _ = try OpenSSL.scrypt(hash, salt: salt, cost: step) }
    }

    /// Whether the wanted cost is at least as high and differs; the account then gets a new hash at its next sign-in.
    /// It is never lowered.
    package func needsRehash(for wanted: Cost = .standard) -> Bool { cost != wanted && cost.work <= wanted.work }

    package var description: String {
        let parameters = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(parameters)$\(Base64.encode(salt))$\(Base64.encode(hash))"
    }
}

extension OpenSSL {
    fileprivate static func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: PasswordHash.Cost
    ) throws(KeyError) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        let done = unsafe password.withUnsafeBytes { password in
            unsafe EVP_PBE_scrypt(
                password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
                1 << UInt64(cost.logarithm), UInt64(cost.blockSize), UInt64(cost.parallelism), 1 << 30, &hash,
                hash.count)
        }
        guard done == 1 else { throw .cryptography(operation: "scrypt") }
        return hash
    }
}

/// Base64 without padding, as in the PHC string format.
private enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
            for place in 0...three.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil if it is malformed, or not the canonical encoding of its bytes.
    static func decode(_ text: Substring) -> [UInt8]? {
        var (bits, count, bytes) = (0, 0, [UInt8]())
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            bits = (bits << 6 | digit) & 0xffff
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        return encode(bytes) == text ? bytes : nil
    }
}
