import ArgumentParser
import BarcodeReader
import FairKitCore
import FairKitService
import FoundationEssentials
import Logging

/// `fairkit scan PHOTO…`: the server's reader, in the same cage.
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read kit codes out of photos.",
        discussion: """
            One line a photo: file, code or why not, milliseconds. The exit status is 0 only if every photo showed valid kits.

            Examples:
              fairkit scan photo.jpg
              fairkit scan --json images/
            """)

    @Argument(help: "Photos, or directories of them.")
    var photos: [String]

    @Flag(help: "Answer as JSON, one object a line.")
    var json = false

    @Flag(help: "Read photos also where the kernel can't confine their decoders fully.")
    var acceptWeakerCage = false

    func run() async throws {
        let files = try photos.flatMap(filesIn)
        let workers = scanWorkers(acceptsWeakerCage: acceptWeakerCage, logger: standardLogger(level: .error))
        let scan = ScanPhoto(workers: workers)
        let allRead = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await workers.run() }
            defer { workers.stop() }
            var allRead = true
            for file in files {
                let outcome = await Scanned(file, with: scan)
                print(json ? try jsonLine(outcome) : outcome.line)
                allRead = allRead && !outcome.codes.isEmpty
            }
            return allRead
        }
        if !allRead { throw ExitCode.failure }
    }

    /// The pictures of a directory, in the order of their names; a file is itself.
    private func filesIn(_ path: String) throws -> [String] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw Refusal("There is no \(path).")
        }
        guard isDirectory else { return [path] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Refusal("\(path) can't be read. Check its permissions.")
        }
        let pictures = names.filter { name in
            ["jpg", "jpeg", "png", "webp", "heic", "heif"].contains(name.split(separator: ".").last?.lowercased() ?? "")
        }
        guard !pictures.isEmpty else { throw Refusal("There are no photos in \(path).") }
        let base = path.hasSuffix("/") ? path : "\(path)/"
        return pictures.sorted().map { base + $0 }
    }
}

/// What is said of one photo.
private struct Scanned: Encodable {
    let file: String
    let outcome: String
    let codes: [String]
    let detail: String
    let milliseconds: Int

    init(_ file: String, with scan: ScanPhoto) async {
        self.file = file
        guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
            (outcome, codes, detail, milliseconds) = ("unreadable", [], "The file can't be opened.", 0)
            return
        }
        do {
            let reading = try await scan(Array(bytes), by: .administrator)
            outcome = reading.kit.outcome
            codes = reading.kit.codes.map(\.description)
            detail = reading.kit.sentence
            milliseconds = reading.milliseconds
        } catch {
            (outcome, codes, detail, milliseconds) = ("unreadable", [], error.sentence, 0)
        }
    }

    var line: String {
        let said = outcome == "kit" ? codes : codes.isEmpty ? [detail] : codes + [detail]
        return "\(file)  \(said.joined(separator: " "))  \(milliseconds) ms"
    }
}

extension ScanPhoto.Failure {
    fileprivate var sentence: String {
        switch self {
        case .forbidden: "It may not be scanned."
        case .picture(let error): error.sentence
        case .worker(.uncaged): "It is not read: the kernel can't confine its decoders (--accept-weaker-cage)."
        case .worker: "The photo could not be decoded."
        }
    }
}
