import BarcodeReader
import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `Scan workers` {
    @Test func `read a photo`() async throws {
        let house = try TestHouse()
        let reading = try await house.withWorkers {
            try await house.cases.scanPhoto(TestHouse.photo("kit-01.jpg"), by: .consumer)
        }
        #expect(reading.kit.codes.map(\.description) == ["FU-KIT-2025110701-X"])
        #expect(reading.picture.format == .jpeg)
    }

    @Test func `answer one after the other`() async throws {
        let house = try TestHouse()
        let codes = try await house.withWorkers {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for name in ["kit-01.jpg", "kit-02.jpg", "kit-03.jpg", "kit-05.png"] {
                    group.addTask {
                        try await house.cases.scanPhoto(TestHouse.photo(name), by: .consumer).kit.codes.count
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        #expect(codes == 4)
    }

    @Test func `that crash cost one request`() async throws {
        let house = try TestHouse(worker: ScanWorkerPool.Worker(executable: "/bin/false", arguments: []))
        try await house.withWorkers {
            for _ in 0..<3 {
                await #expect(throws: ScanWorkerPool.Failure.workerFailed) {
                    try await house.workers.scan([1, 2, 3], ScanRequest())
                }
            }
        }
    }

    @Test func `that can't be started fail the request and no more`() async throws {
        let house = try TestHouse(worker: ScanWorkerPool.Worker(executable: "/nowhere/fairkit", arguments: []))
        try await house.withWorkers {
            await #expect(throws: ScanWorkerPool.Failure.unavailable) {
                try await house.workers.scan([1, 2, 3], ScanRequest())
            }
        }
    }

    /// A zygote in another language, that answers a request itself.
    static func zygote(answering report: String) -> ScanWorkerPool.Worker {
        let script = """
            import socket
            zygote = socket.socket(fileno=0)
            while (message := socket.recv_fds(zygote, 1, 1))[1]:
                worker = socket.socket(fileno=message[1][0])
                while worker.recv(65536): pass
                worker.sendall(\(report))
                worker.close()
                zygote.sendall(bytes(4))
            """
        return ScanWorkerPool.Worker(executable: "/usr/bin/python3", arguments: ["-c", script])
    }

    @Test(arguments: ["b'nonsense'", "bytes([7]) * 2_000_000", "b''"])
    func `that talk nonsense are not believed`(report: String) async throws {
        let house = try TestHouse(worker: Self.zygote(answering: report))
        try await house.withWorkers {
            for _ in 0..<2 {
                await #expect(throws: ScanWorkerPool.Failure.workerFailed) {
                    try await house.workers.scan([UInt8](repeating: 7, count: 2_000_000), ScanRequest())
                }
            }
        }
    }

    @Test func `that hang are killed`() async throws {
        let worker = ScanWorkerPool.Worker(executable: "/bin/sleep", arguments: ["1000"], timeout: .milliseconds(50))
        let house = try TestHouse(worker: worker)
        try await house.withWorkers {
            await #expect(throws: ScanWorkerPool.Failure.workerFailed) {
                try await house.workers.scan([1, 2, 3], ScanRequest())
            }
        }
    }

    @Test func `refuse more pictures than may wait`() async throws {
        let house = try TestHouse(waiting: 2)
        let photo = try TestHouse.photo("kit-01.jpg")
        // Nothing takes from the queue yet, so the third finds it full; only then do the workers begin.
        let (full, isFull) = AsyncStream.makeStream(of: Void.self)
        let answered = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        _ = try await house.workers.scan(photo, ScanRequest())
                        return true
                    } catch ScanWorkerPool.Failure.busy {
                        isFull.yield()
                        return false
                    } catch {
                        return nil
                    }
                }
            }
            group.addTask {
                for await _ in full { break }
                try? await house.workers.run()
                return nil
            }
            var answered: [Bool] = []
            for await answer in group {
                if let answer { answered.append(answer) }
                if answered.count == 3 { house.workers.stop() }
            }
            return answered
        }
        #expect(answered.count { $0 } == 2)
        #expect(answered.count { !$0 } == 1)
    }

    @Test func `end when another service fails, though nobody stopped them`() async throws {
        let house = try TestHouse()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await house.workers.run() }
            group.cancelAll()
            try await group.waitForAll()
        }
        await #expect(throws: ScanWorkerPool.Failure.stopped) {
            try await house.workers.scan([1], ScanRequest())
        }
    }

    @Test func `take nothing more after the stop`() async throws {
        let house = try TestHouse()
        try await house.withWorkers {}
        await #expect(throws: ScanWorkerPool.Failure.stopped) {
            try await house.workers.scan([1], ScanRequest())
        }
    }
}
