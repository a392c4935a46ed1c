import FairKitCore
import FairKitRuntime
import FairKitService
import Support
import Testing

@Suite struct `Documents that wait to be drawn` {
    @Test(.timeLimit(.minutes(1))) func `are one caller's only in part`() async throws {
        let house = try TestHouse(waiting: 16)
        let document = DrawingRequest.pdf(
            PrintedDocument(
                language: "en", title: "t", issuer: "i", blocks: [], footer: "f", createdAt: 0, producer: "p"))
        try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<20 {
                let caller = number < 19 ? "one" : "another"
                group.addTask { [workers = house.workers] in
                    do throws(DrawFailure) {
                        _ = try await workers.draw(document, of: "tenant", for: caller)
                        return nil
                    } catch { return caller }
                }
            }
            // Sixteen places, of which one caller gets a quarter.
            for _ in 0..<15 { #expect(try await group.next() == "one") }
            try await house.withWorkers { while try await group.next() != nil {} }
        }
    }
}
