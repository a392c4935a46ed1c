import DurableFiles
import FoundationEssentials
import Glibc
import Testing

@Suite struct `A durable file` {
    /// A temporary folder for a test.
    private final class Scratch {
        let path = FileManager.default.temporaryDirectory.path() + "durable-\(UUID().uuidString)"

        init() throws { try Folder.make(path) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
    }

    private let scratch: Scratch
    private var path: String { "\(scratch.path)/file" }

    init() throws { scratch = try Scratch() }

    @Test(arguments: [0, 1, 4096, 300_000])
    func `comes back as it was written, for its owner only`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try DurableFile.create(path, with: bytes)
        #expect(try DurableFile.read(path) == bytes)
        #expect(DurableFile.size(path) == count)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `does not overwrite an existing file`() throws {
        try DurableFile.create(path, with: [1])
        let error = #expect(throws: FileError.self) { try DurableFile.create(path, with: [2]) }
        #expect(error?.isTaken == true && error?.isMissing == false && error?.path == path)
        #expect(try DurableFile.read(path) == [1])
    }

    @Test func `that does not exist is reported as missing`() {
        let error = #expect(throws: FileError.self) { try DurableFile.read(path) }
        #expect(error?.isMissing == true && error?.reason == "No such file or directory")
        #expect(DurableFile.size(path) == nil)
    }

    @Test func `is replaced despite leftovers of an interrupted replacement`() throws {
        try DurableFile.create(path, with: [1])
        try DurableFile.create(path + ".new", with: [9, 9])
        try DurableFile.replace(path, with: [2, 3])
        #expect(try DurableFile.read(path) == [2, 3])
        #expect(scratch.names == ["file"])
    }

    @Test func `replaces another under its name`() throws {
        try DurableFile.create(path, with: [1])
        try DurableFile.addName(path + ".kept", to: path)
        try DurableFile.addName(path + ".kept", to: path)
        try DurableFile.create(path + ".next", with: [2])
        try DurableFile.move(path + ".next", to: path)
        #expect(try DurableFile.read(path) == [2])
        #expect(try DurableFile.read(path + ".kept") == [1])
    }

    @Test func `is copied piece by piece`() throws {
        let bytes = [UInt8](repeating: 7, count: 600_000)
        try DurableFile.create(path, with: bytes)
        try DurableFile.copy(path, to: path + ".copy")
        #expect(try DurableFile.read(path + ".copy") == bytes)
    }

    @Test func `is overwritten once another has replaced it`() throws {
        try DurableFile.create(path, with: [1, 2, 3])
        try DurableFile.addName(path + ".old", to: path)
        let replaced = try ReplacedFile(path)
        try DurableFile.replace(path, with: [4])
        try replaced.overwrite()
        #expect(try DurableFile.read(path + ".old") == [0, 0, 0])
        #expect(try DurableFile.read(path) == [4])
    }

    @Test func `is overwritten before it is removed`() throws {
        try DurableFile.create(path, with: [1, 2, 3])
        try DurableFile.addName(path + ".other", to: path)
        try DurableFile.overwriteAndRemove(path)
        #expect(try DurableFile.read(path + ".other") == [0, 0, 0])
        #expect(scratch.names == ["file.other"])
    }

    @Test func `is read in parts`() throws {
        try DurableFile.create(path, with: [1, 2, 3, 4, 5])
        let file = try ReadableFile(path)
        let (whole, end, beyond) = (try file.read(3, at: 1), try file.read(9, at: 3), try file.read(1, at: 5))
        #expect(whole == [2, 3, 4])
        #expect(end == [4, 5])
        #expect(beyond.isEmpty)
        let (first, second, third) = (try file.next(3), try file.next(3), try file.next(3))
        #expect(first == [1, 2, 3])
        #expect(second == [4, 5])
        #expect(third.isEmpty)
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b")])
    func `lies in a folder`(path: String, folder: String) {
        #expect(Folder.parent(of: path) == folder)
    }
}
