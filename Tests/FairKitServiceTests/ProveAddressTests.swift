import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `The code of a mail` {
    private let house: TestHouse
    private let origin = Origin(address: "192.0.2.1", client: nil, requestID: "test")

    init() throws { house = try TestHouse() }

    private func code(to address: String) async throws -> ContactCode {
        let mails = try await house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
        let digits = try #require(mails.first { $0.recipient == address }?.notice.facts.lines)
        return try #require(ContactCode(digits))
    }

    private func isProven(by code: ContactCode, of asked: InvitationID) async throws -> Bool {
        do { return try await !house.tenancy.signIns.proveAddress(by: code, of: [asked], from: origin).isEmpty } catch {
            guard case .unknown = error else { throw error }
            return false
        }
    }

    @Test func `is stored as a digest, proves one mail's address, and works once`() async throws {
        let signIns = house.tenancy.signIns
        let ada = try await signIns.askToRegister("ada@example.org", from: origin)
        let ben = try await signIns.askToRegister("ben@example.org", from: origin)
        let code = try await code(to: "ada@example.org")
        let stored = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.all("SELECT code FROM invitation") { row throws(DatabaseError) in try row.value(0, as: [UInt8].self)
            }
        }
        #expect(stored.allSatisfy { $0.count == 32 })
        #expect(try await !isProven(by: code, of: ben))
        #expect(try await isProven(by: code, of: ada))
        #expect(try await !isProven(by: code, of: ada))
    }

    @Test func `stands for the link until the account is made`() async throws {
        let signIns = house.tenancy.signIns
        let asked = try await signIns.askToRegister("ada@example.org", from: origin)
        let proof = try await signIns.proveAddress(
            by: try await code(to: "ada@example.org"), of: [asked], from: origin)
        #expect(try await signIns.knows(proof))
        #expect(try await signIns.show(link: proof).invitation.email.description == "ada@example.org")
        house.time.advance(by: NoticeKind.confirmation.lifetime)
        #expect(try await !signIns.knows(proof))
    }

    @Test func `is no code for a person who has an account`() async throws {
        let id = try #require(try await house.somebody(.patient(try await house.person()), "known").subject.account)
        let asked = try await house.tenancy.signIns.askToRegister("known-\(id)@example.org", from: origin)
        let mails = try await house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
        #expect(mails.first?.notice.kind == .reset && mails.first?.notice.facts.lines == nil)
        // By chance a stranger may guess the digits that stand beside the link of no mail.
        for number in 0...4 {
            let guess = try #require(ContactCode("00000\(number)"))
            #expect(try await !isProven(by: guess, of: asked))
        }
    }
}
