import Coordination
import Testing

@Suite struct `Work of several holders` {
    @Test func `is taken in turns, each one's in its order`() {
        var queue = FairQueue<String, String>()
        for piece in ["a1", "a2", "a3", "b1", "c1", "b2"] { queue.append(piece, of: String(piece.prefix(1))) }
        #expect(queue.count == 6)
        #expect(queue.count(of: "a") == 3)
        var taken: [String] = []
        while let piece = queue.popFirst() { taken.append(piece) }
        #expect(taken == ["a1", "b1", "c1", "a2", "b2", "a3"])
        #expect(queue.count == 0)
        #expect(queue.count(of: "a") == 0)
    }

    @Test func `waits for one piece of another's, however much that one has`() {
        var queue = FairQueue<Int, Int>()
        for piece in 0..<1000 { queue.append(piece, of: 1) }
        #expect(queue.popFirst() == 0)
        queue.append(-1, of: 2)
        #expect(queue.popFirst() == 1)
        #expect(queue.popFirst() == -1)
        #expect(queue.popFirst() == 2)
    }

    @Test func `takes a new turn when it comes again`() {
        var queue = FairQueue<Int, Int>()
        for piece in [1, 2, 3] { queue.append(piece, of: piece) }
        #expect(queue.popFirst() == 1)
        queue.append(1, of: 1)
        #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 1, nil])
    }
}
