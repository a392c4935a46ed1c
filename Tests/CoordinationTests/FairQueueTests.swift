import Coordination
import Testing

@Suite struct `A fair queue` {
    @Test func `takes turns, and keeps each holder's order`() {
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

    @Test func `makes a holder wait for at most one item of another`() {
        var queue = FairQueue<Int, Int>()
        for piece in 0..<1000 { queue.append(piece, of: 1) }
        #expect(queue.popFirst() == 0)
        queue.append(-1, of: 2)
        #expect(queue.popFirst() == 1)
        #expect(queue.popFirst() == -1)
        #expect(queue.popFirst() == 2)
    }

    @Test func `gives a returning holder a new turn`() {
        var queue = FairQueue<Int, Int>()
        for piece in [1, 2, 3] { queue.append(piece, of: piece) }
        #expect(queue.popFirst() == 1)
        queue.append(1, of: 1)
        #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 1, nil])
    }
}
