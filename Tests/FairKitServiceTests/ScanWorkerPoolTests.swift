import BarcodeReader
import FairKitCore
import FairKitRuntime
import FairKitService
import Support
import Testing

@Suite struct `Scan workers` {
    @Test func `read a photo`() async throws {
        let house = try TestHouse()
        let reading = try await house.withWorkers {
            try await house.tenancy.kits.scan(TestHouse.photo("kit-01.jpg"), by: house.caller(.consumer))
        }
        #expect(reading.codes == ["FU-KIT-2025110701-X"])
        #expect(reading.picture.format == "JPEG")
    }

    @Test func `work one picture after the other`() async throws {
        let house = try TestHouse()
        let codes = try await house.withWorkers {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for name in ["kit-01.jpg", "kit-02.jpg", "kit-03.jpg", "kit-05.png"] {
                    group.addTask {
                        try await house.tenancy.kits.scan(TestHouse.photo(name), by: house.caller(.consumer))
                            .codes.count
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        #expect(codes == 4)
    }

    /// A zygote that ends at once passes an unsent picture on to the next one, once.
    @Test func `whose zygote ends at once fail only the request`() async throws {
        let house = try TestHouse(worker: ScanWorkerPool.Worker(executable: "/bin/false", arguments: []))
        try await house.withWorkers {
            for _ in 0..<3 {
                // Whether it ends before or after the picture is sent is undefined.
                await #expect(throws: WorkerFailure.self) {
                    try await house.workers.scan([1, 2, 3], ScanRequest())
                }
            }
        }
    }

    @Test func `that can't be started fail only the request`() async throws {
        let house = try TestHouse(worker: ScanWorkerPool.Worker(executable: "/nowhere/fairkit", arguments: []))
        try await house.withWorkers {
            await #expect(throws: WorkerFailure.unavailable) {
                try await house.workers.scan([1, 2, 3], ScanRequest())
            }
        }
    }

    /// A zygote in Python that plays the worker itself.
    ///
    /// - Parameters:
    ///   - worker: Python statements that run when a picture has arrived in the variable `picture`, through the socket
    ///     `worker`.
    ///   - status: the reported end of the worker, as in wait(2).
    static func zygote(_ worker: String, status: Int32 = 0, timeout: Duration = .seconds(60)) -> ScanWorkerPool.Worker {
        let script = """
            import os, signal, socket, time
            zygote = socket.socket(fileno=0)
            while (message := socket.recv_fds(zygote, 1, 1))[1]:
                worker = socket.socket(fileno=message[1][0])
                picture = b""
                while more := worker.recv(65536): picture += more
                if picture: \(worker)
                worker.close()
                zygote.sendall((\(status)).to_bytes(4, "little"))
            """
        return ScanWorkerPool.Worker(
            executable: "/usr/bin/python3", arguments: ["-c", script], timeout: timeout)
    }

    static let report = ScanReport(.failure(.empty), milliseconds: 1, times: StepTimes())
    private static var sendsReport: String { "worker.sendall(bytes(\(report.encoded())))" }

    @Test(arguments: ["worker.sendall(b'nonsense')", "worker.sendall(bytes([7]) * 2_000_000)", "pass"])
    func `with malformed reports are not trusted`(worker: String) async throws {
        let house = try TestHouse(worker: Self.zygote(worker))
        try await house.withWorkers {
            for _ in 0..<2 {
                await #expect(throws: WorkerFailure.workerFailed) {
                    try await house.workers.scan([UInt8](repeating: 7, count: 2_000_000), ScanRequest())
                }
            }
        }
    }

    /// A valid report is trusted whatever its worker does afterwards, for more workers than a zygote may fork.
    @Test(arguments: [(0, 110), (70 << 8, 3), (11, 3)] as [(Int32, Int)])
    func `with valid reports are trusted, however they end`(status: Int32, pictures: Int) async throws {
        let house = try TestHouse(worker: Self.zygote(Self.sendsReport, status: status))
        try await house.withWorkers {
            for _ in 0..<pictures {
                let report = try await house.workers.scan([7], ScanRequest())
                #expect(report == Self.report)
            }
        }
    }

    @Test func `that can't enter the sandbox are the server's fault`() async throws {
        let house = try TestHouse(worker: Self.zygote("pass", status: ScanWorker.Ending.unavailable.rawValue << 8))
        try await house.withWorkers {
            await #expect(throws: WorkerFailure.unavailable) {
                try await house.workers.scan([7], ScanRequest())
            }
        }
    }

    @Test func `whose zygote dies with a picture cost one request`() async throws {
        let house = try TestHouse(worker: Self.zygote("os.kill(os.getpid(), signal.SIGKILL)"))
        try await house.withWorkers {
            for _ in 0..<2 {
                await #expect(throws: WorkerFailure.workerFailed) {
                    try await house.workers.scan([7], ScanRequest())
                }
            }
        }
    }

    /// Without the limit the test would hang.
    @Test func `that hang are killed`() async throws {
        let house = try TestHouse(worker: Self.zygote("time.sleep(100_000)", timeout: .milliseconds(50)))
        try await house.withWorkers {
            for _ in 0..<2 {
                await #expect(throws: WorkerFailure.workerFailed) {
                    try await house.workers.scan([7], ScanRequest())
                }
            }
        }
    }

    @Test func `refuse pictures beyond the queue's limit`() async throws {
        let house = try TestHouse(waiting: 2)
        let photo = try TestHouse.photo("kit-01.jpg")
        // Nothing takes from the queue yet, so the third picture finds it full; then the workers start.
        let (full, isFull) = AsyncStream.makeStream(of: Void.self)
        let answered = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        _ = try await house.workers.scan(photo, ScanRequest())
                        return true
                    } catch WorkerFailure.busy {
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

    @Test func `leave a quarter of the queue to others, and read in turns`() async throws {
        let house = try TestHouse(worker: Self.zygote(Self.sendsReport), waiting: 4)
        let (order, read) = AsyncStream.makeStream(of: String.self)
        let (full, isFull) = AsyncStream.makeStream(of: String.self)
        await withTaskGroup { group in
            func add(_ holder: String) {
                group.addTask {
                    do {
                        _ = try await house.workers.scan([7], ScanRequest(), of: holder)
                        read.yield(holder)
                    } catch { isFull.yield(holder) }
                }
            }
            for _ in 0..<4 { add("first") }
            var refused = full.makeAsyncIterator()
            #expect(await refused.next() == "first", "the fourth of one tenant")
            add("second")
            while house.workers.waiting < 4 { await Task.yield() }
            group.addTask { try? await house.workers.run() }
            var reports: [String] = []
            for await holder in order {
                reports.append(holder)
                if reports.count == 4 { break }
            }
            house.workers.stop()
            #expect(reports.prefix(3).contains("second"), "it does not wait for all of the first's")
        }
    }

    @Test func `end when another service fails, without being stopped`() async throws {
        let house = try TestHouse()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await house.workers.run() }
            group.cancelAll()
            try await group.waitForAll()
        }
        await #expect(throws: WorkerFailure.stopped) {
            try await house.workers.scan([1], ScanRequest())
        }
    }

    @Test func `accept no pictures after the stop`() async throws {
        let house = try TestHouse()
        try await house.withWorkers {}
        await #expect(throws: WorkerFailure.stopped) {
            try await house.workers.scan([1], ScanRequest())
        }
    }
}
