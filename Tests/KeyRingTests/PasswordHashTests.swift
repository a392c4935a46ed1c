import KeyRing
import Testing

@Suite struct `A password hash` {
    /// Fast, for tests.
    private let cheap = PasswordHash.Cost(logarithm: 4, blockSize: 1, parallelism: 1)

    @Test func `matches its password, and no other`() throws {
        let hash = try PasswordHash(of: "correct horse battery", cost: cheap)
        #expect(try hash.matches("correct horse battery"))
        for other in ["correct horse batter", "correct horse battery ", "Correct horse battery", ""] {
            #expect(try !hash.matches(other))
        }
    }

    @Test func `differs each time for the same password, and round-trips through its text`() throws {
        let hash = try PasswordHash(of: "correct horse battery", cost: cheap)
        let second = try PasswordHash(of: "correct horse battery", cost: cheap)
        #expect("\(hash)" != "\(second)")
        let stored = try #require(PasswordHash("\(hash)"))
        #expect("\(stored)" == "\(hash)")
        #expect(try stored.matches("correct horse battery"))
    }

    /// The OWASP password storage cheat sheet, November 2026, lists N 2^17, r 8, p 1 and N 2^16, r 8, p 2 as equal.
    @Test func `costs at least what OWASP recommends, and 64 MB`() {
        let asked = PasswordHash.Cost(logarithm: 17, blockSize: 8, parallelism: 1)
        #expect(PasswordHash.Cost.standard.work >= asked.work)
        #expect(PasswordHash.Cost.standard.memory == 64 << 20)
    }

    /// The third vector of RFC 7914, section 12, as many of its bytes as are kept.
    @Test func `is scrypt`() throws {
        let text = "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI"
        let stored = try #require(PasswordHash(text))
        #expect(try stored.matches("pleaseletmein"))
        #expect(try !stored.matches("pleaseletmeout"))
    }

    @Test(arguments: [
        "", "secret", "$scrypt$ln=17,r=8,p=1$TmFDbA", "$argon2id$ln=17,r=8,p=1$TmFDbA$TmFDbA",
        "$scrypt$ln=17,r=8$TmFDbA$TmFDbA",
        "$scrypt$ln=40,r=8,p=1$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=17,r=8,p=1$TmFDbA$TmFDbA",
        "$scrypt$ln=17,r=8,p=1$Tm!DbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=17,r=8,p=1$TmFDbB$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test(arguments: [
        ((15, 8, 1), (17, 8, 1), [16, 15]), ((17, 8, 1), (17, 8, 1), []), ((16, 8, 1), (17, 8, 1), [16]),
        ((17, 8, 1), (15, 8, 1), []), ((14, 8, 1), (17, 8, 2), [16, 15, 14, 13]), ((15, 8, 5), (17, 8, 1), []),
    ])
    func `takes as long to check as a more expensive one`(
        cost: (Int, Int, Int), wanted: (Int, Int, Int), logarithms: [Int]
    ) {
        let (one, other) = (
            PasswordHash.Cost(logarithm: cost.0, blockSize: cost.1, parallelism: cost.2),
            PasswordHash.Cost(logarithm: wanted.0, blockSize: wanted.1, parallelism: wanted.2)
        )
        let steps = one.steps(upTo: other)
        let (_, blockSize, parallelism) = wanted
        #expect(
            steps
                == logarithms.map {
                    PasswordHash.Cost(logarithm: $0, blockSize: blockSize, parallelism: parallelism)
                })
        if one.work < other.work { #expect(one.work + steps.map(\.work).reduce(0, +) == other.work) }
    }

    @Test func `is renewed when the cost has been raised`() throws {
        #expect(try PasswordHash(of: "correct horse battery", cost: cheap).needsRehash())
        let known = try #require(
            PasswordHash("$scrypt$ln=16,r=8,p=2$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"))
        #expect(!known.needsRehash())
        #expect(!known.needsRehash(for: cheap), "its cost is never lowered")
        let before = try #require(
            PasswordHash("$scrypt$ln=17,r=8,p=1$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"))
        #expect(before.needsRehash(), "as much work, in twice the memory")
    }
}
