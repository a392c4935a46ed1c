import Coordination
import FoundationEssentials
import Glibc
import Testing

/// How a process ends, and in whose work.
enum Ending: String, CaseIterable, Codable {
    case onThread, inTask, inTaskOnAnotherThread, onThreadOfTask
    case withoutHolder, afterwards, bySignal, byAbort

    static let first = UUID(uuidString: "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b") ?? UUID()
    static let second = UUID(uuidString: "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2c") ?? UUID()

    /// Whose work is blamed; nil: no one's.
    var blamed: UUID? {
        switch self {
        case .onThread, .inTask, .inTaskOnAnotherThread: Ending.first
        case .onThreadOfTask: Ending.second
        case .withoutHolder, .afterwards, .bySignal, .byAbort: nil
        }
    }

    func end() async {
        let (first, second) = (WorkHolder(Ending.first), WorkHolder(Ending.second))
        switch self {
        case .onThread: first.onThread { trap() }
        case .inTask:
            await first.inTask {
                await Task.yield()
                await withTaskGroup { group in group.addTask { trap() } }
            }
        case .inTaskOnAnotherThread: await first.inTask { await onBlockingThread { trap() } }
        case .onThreadOfTask: await first.inTask { second.onThread { trap() } }
        case .withoutHolder: trap()
        case .afterwards:
            await first.inTask { second.onThread {} }
            trap()
        case .bySignal: first.onThread { _ = raise(SIGILL) }
        case .byAbort: first.onThread { abort() }
        }
    }

    /// Traps as a processor does on an overflow that Swift finds.
    private func trap() {
        #if arch(x86_64)
            let number = Int(getpid())
            _ = Int.max - 1 + number
        #else
            fatalError()
        #endif
    }
}

@Suite struct `A trap` {
    @Test(arguments: Ending.allCases) func `is recorded for the holder of the work, and for no other end`(
        ending: Ending
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path() + "traps-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .failure) { [ending, path = path as String] in
            // The second call, as of a second server of a process, changes the path only.
            WorkHolder.recordTraps(in: path + "-earlier")
            WorkHolder.recordTraps(in: path)
            await ending.end()
            exit(0)
        }
        let text = String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
        guard let holder = ending.blamed else {
            #expect(text.isEmpty)
            return
        }
        let words = text.split(separator: " ")
        #expect(words.count == 2 && text.utf8.count == 50 && text.hasSuffix("\n"))
        #expect(words[0] == holder.uuidString.lowercased())
        let second = try #require(Double(words[1].dropLast()))
        #expect(abs(Date.now.timeIntervalSince1970 - second) < 600)
    }
}
