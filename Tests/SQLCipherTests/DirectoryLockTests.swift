import FoundationEssentials
import Glibc
import Relational
import SQLCipher
import Testing

@Suite struct `The lock on a data directory` {
    let scratch: Scratch
    var path: String { "\(scratch.directory)/lock" }

    init() throws {
        scratch = try Scratch()
    }

    @Test func `is held once, and names the process that holds it`() throws {
        let held = try DirectoryLock(path: path)
        let inUse = OpeningError.directoryInUse(path: scratch.directory, pid: getpid())
        #expect(throws: inUse) { _ = try DirectoryLock(path: path) }
        let error = OpeningError.directoryInUse(path: scratch.directory, pid: 4711)
        #expect(error.description.contains("process 4711"))
        withExtendedLifetime(held) {}
    }

    @Test func `ends with its value`() throws {
        for _ in 0..<3 {
            let held = try DirectoryLock(path: path)
            withExtendedLifetime(held) {}
        }
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "\(getpid())\n")
    }

    @Test func `ends with its value even if a starting child process has a copy`() throws {
        var copies: [Int32] = []
        do {
            let held = try DirectoryLock(path: path)
            for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(
                Int32.init)
            where (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path {
                copies.append(dup(descriptor))
            }
            withExtendedLifetime(held) {}
        }
        defer { for copy in copies { close(copy) } }
        #expect(!copies.isEmpty)
        let again = try DirectoryLock(path: path)
        withExtendedLifetime(again) {}
    }

    @Test func `names no earlier process`() throws {
        try scratch.write(Array("999999999\nmore".utf8), to: "lock")
        let held = try DirectoryLock(path: path)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "\(getpid())\n")
        withExtendedLifetime(held) {}
    }

    @Test func `needs an existing directory`() {
        let nowhere = "\(scratch.directory)/missing/lock"
        #expect {
            _ = try DirectoryLock(path: nowhere)
        } throws: { error in
            guard case .system(path: nowhere, errno: ENOENT, reason: _)? = error as? OpeningError else { return false }
            return true
        }
    }

    @Test func `is readable by its owner only`() throws {
        let held = try DirectoryLock(path: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        withExtendedLifetime(held) {}
    }
}
