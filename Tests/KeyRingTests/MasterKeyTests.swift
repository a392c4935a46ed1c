import KeyRing
import Testing

@Suite struct `A master key` {
    let scratch: Scratch
    var path: String { scratch.path("master.key") }

    init() throws {
        scratch = try Scratch()
    }

    @Test func `has an id that does not reveal it`() throws {
        let key = try Frozen.master()
        #expect(key.id == Frozen.masterKeyId)
        #expect(!Frozen.masterKey.contains(key.id))
        #expect(try MasterKey.random().id != MasterKey.random().id)
    }

    @Test func `is read from its file, which only its owner may read`() throws {
        let key = try MasterKey.random()
        try key.write(to: path)
        #expect(try MasterKey(contentsOf: path).id == key.id)
        #expect(try scratch.mode("master.key") == 0o600)
        #expect(try scratch.read("master.key").count == 65)
    }

    @Test func `never overwrites another`() throws {
        try MasterKey.random().write(to: path)
        let before = try scratch.read("master.key")
        #expect(throws: KeyError.exists(path: path)) { try MasterKey.random().write(to: path) }
        #expect(try scratch.read("master.key") == before)
    }

    @Test func `needs an existing directory`() {
        #expect(throws: KeyError.self) { try MasterKey.random().write(to: scratch.path("missing/master.key")) }
    }

    @Test(arguments: [
        Frozen.masterKey, Frozen.masterKey + "\n", "  \(Frozen.masterKey)\r\n", "\n\t\(Frozen.masterKey)\n\n",
        Frozen.masterKey.uppercased(),
    ])
    func `may have space around it, and either case`(text: String) throws {
        #expect(try MasterKey(hexadecimal: text, source: "FAIRKIT_KEY").id == Frozen.masterKeyId)
        try scratch.write(text.utf8, to: "master.key")
        #expect(try MasterKey(contentsOf: path).id == Frozen.masterKeyId)
    }

    static let malformed: [String] = [
        "", " ", "00", "\(Frozen.masterKey.dropLast())", "\(Frozen.masterKey.dropLast(2))", "\(Frozen.masterKey)0",
        "\(Frozen.masterKey)00", "x\(Frozen.masterKey.dropFirst())", "0x\(Frozen.masterKey)",
        "\(Frozen.masterKey.prefix(32)) \(Frozen.masterKey.suffix(32))", "00 \(Frozen.masterKey.dropFirst(3))",
        String(repeating: "０", count: 64), String(repeating: "é", count: 32),
    ]

    @Test(arguments: malformed)
    func `is 64 hexadecimal digits and nothing else`(text: String) throws {
        #expect(throws: KeyError.masterKeyMalformed(source: "FAIRKIT_KEY")) {
            try MasterKey(hexadecimal: text, source: "FAIRKIT_KEY")
        }
        try scratch.write(text.utf8, to: "master.key")
        #expect(throws: KeyError.masterKeyMalformed(source: path)) { try MasterKey(contentsOf: path) }
    }

    @Test func `is not read from bytes that are not text`() throws {
        try scratch.write([UInt8](repeating: 0xff, count: 64), to: "master.key")
        #expect(throws: KeyError.masterKeyMalformed(source: path)) { try MasterKey(contentsOf: path) }
    }

    @Test func `that is missing is named`() {
        #expect(throws: KeyError.masterKeyMissing(path: path)) { try MasterKey(contentsOf: path) }
    }

    @Test(arguments: [0o644, 0o640, 0o660, 0o604, 0o606, 0o601, 0o777])
    func `that other users can read is refused`(mode: Int) throws {
        try scratch.write(Frozen.masterKey.utf8, to: "master.key", mode: mode)
        let error = KeyError.masterKeyExposed(path: path, mode: UInt32(mode))
        #expect(throws: error) { try MasterKey(contentsOf: path) }
        #expect(error.description.contains("chmod 600 \(path)"))
    }

    @Test(arguments: [0o600, 0o400, 0o700])
    func `that only its owner can read is accepted`(mode: Int) throws {
        try scratch.write(Frozen.masterKey.utf8, to: "master.key", mode: mode)
        #expect(try MasterKey(contentsOf: path).id == Frozen.masterKeyId)
    }
}
