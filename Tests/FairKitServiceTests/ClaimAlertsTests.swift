import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `Claiming alerts` {
    @Test func `from a group that does not exist fails`() async throws {
        let house = try TestHouse()
        let request = try ClaimRequest(group: "defualt", consumer: nil, limit: 1, leaseSeconds: nil)
        let failure = await #expect(throws: Refusal<ClaimFailure>.self) {
            try await house.tenancy.deliveries.claim(request, by: house.caller(.consumer))
        }
        guard case .own(.groupUnknown) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(
        arguments: [
            (0, nil, 0, "/limit"), (101, nil, 0, "/limit"), (1, 4, 0, "/leaseSeconds"),
            (1, 901, 0, "/leaseSeconds"), (1, nil, -1, "/wait"), (1, nil, 31, "/wait"),
        ] as [(Int, Int?, Int, String)])
    func `outside the limits is refused`(limit: Int, lease: Int?, wait: Int, pointer: String) {
        let refusal = #expect(throws: Invalid.self) {
            try ClaimRequest(group: "default", consumer: nil, limit: limit, leaseSeconds: lease, waitSeconds: wait)
        }
        #expect(refusal?.fields.map(\.pointer) == [pointer])
    }

    @Test func `under the name of the server's own consumer is refused`() {
        let refusal = #expect(throws: Invalid.self) {
            try ClaimRequest(group: "default", consumer: "webhook", limit: 1, leaseSeconds: nil)
        }
        #expect(refusal?.fields.map(\.pointer) == ["/consumer"])
    }
}
