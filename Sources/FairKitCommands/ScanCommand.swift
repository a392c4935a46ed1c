import ArgumentParser
import BarcodeReader
import DurableFiles
import FairKitCore
import FairKitRuntime
import FairKitServer
import FoundationEssentials
import Logging

/// `fairkit scan PHOTO…`: the server's reader, in the same sandbox.
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read kit codes from photos.",
        discussion: """
            It prints one line per photo: the file, the code or the reason why there is none, and the milliseconds. The exit status is 0 \
            only if every photo shows a valid kit, or with --any, a code.

            Examples:
              fairkit scan photo.jpg
              fairkit scan --json images/
              fairkit scan --explain photo.jpg
            """)

    @Argument(help: "Photos, or folders of photos.")
    var photos: [String]

    @Flag(help: "Print the result as JSON, one object per line.")
    var json = false

    @Flag(help: "Read every Code 128 barcode of 6 to 80 characters, not only kit codes.")
    var any = false

    @Flag(
        help: ArgumentHelp(
            "Draw the findings into a grey copy of each photo, as an SVG file in the working directory: photo.jpg becomes photo.jpg.svg, a second one photo.jpg-2.svg."
        ))
    var explain = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Read photos even if the kernel can't sandbox the decoders fully (FAIRKIT_ACCEPT_WEAKER_CAGE, false).")
    var acceptWeakerCage: Bool?

    func run() async throws {
        let files = try photos.flatMap(filesIn)
        let workers = scanWorkers(
            acceptsWeakerCage: try Settings.acceptsWeakerCage(option: acceptWeakerCage),
            logger: standardLogger(level: .error))
        let allRead = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await workers.run() }
            defer { workers.stop() }
            var allRead = true
            var drawings: [String: Int] = [:]
            for file in files {
                let look = await PhotoLook(file, any: any, copy: explain ? .always : .never, with: workers)
                if explain, let drawing = look.drawing {
                    let name = file.split(separator: "/").last.map(String.init) ?? file
                    drawings[name, default: 0] += 1
                    try write(drawing, of: name, drawings[name] ?? 1)
                }
                print(json ? try jsonLine(look) : look.line)
                allRead = allRead && look.hasCodes
            }
            return allRead
        }
        if !allRead { throw ExitCode.failure }
    }

    /// - Parameter count: which of the photos of this name it is; the second of `photo.jpg` becomes `photo.jpg-2.svg`.
    private func write(_ drawing: ScanDrawing, of name: String, _ count: Int) throws {
        let path = count == 1 ? "\(name).svg" : "\(name)-\(count).svg"
        // An existing file is not overwritten, nor the target of a link of that name.
        do throws(FileError) { try DurableFile.create(path, with: Array(drawing.svg.utf8)) } catch {
            guard !error.isTaken else { throw OperatorError("\(path) exists already. Move it away first.") }
            throw OperatorError("\(path) can't be written. Check the working directory.")
        }
    }

    /// The pictures in a folder, in the order of their names; a file stands for itself.
    private func filesIn(_ path: String) throws -> [String] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw OperatorError("There is no \(path).")
        }
        guard isDirectory else { return [path] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw OperatorError("\(path) can't be read. Check its permissions.")
        }
        let pictures = names.filter { name in
            ["jpg", "jpeg", "png", "webp", "heic", "heif"].contains(name.split(separator: ".").last?.lowercased() ?? "")
        }
        guard !pictures.isEmpty else { throw OperatorError("There are no photos in \(path).") }
        let base = path.hasSuffix("/") ? path : "\(path)/"
        return pictures.sorted().map { base + $0 }
    }
}
