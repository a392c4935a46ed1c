import FoundationEssentials
import FuzzTargets
import Testing

/// A file that a target is fed with: a fixture of the decoders, or one of `Tests/Fuzz/seeds`.
struct Seed: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let path: String

    var testDescription: String { "\(target) \(URL(filePath: path).lastPathComponent)" }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    static let all = FuzzTarget.allCases.flatMap { target in
        let seeds = files("Tests/Fuzz/seeds/\(target)")
        let pictures = files("Tests/BarcodeReaderTests/Fixtures").filter { target.takes($0) }
        return (seeds + pictures).map { Seed(target: target, path: $0) }
    }

    private static func files(_ folder: String) -> [String] {
        var root = URL(filePath: #filePath)
        for _ in "Tests/Fuzz/FuzzTests/Seed.swift".split(separator: "/") { root.deleteLastPathComponent() }
        let path = root.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { "\(path)/\($0)" }
    }
}

extension FuzzTarget {
    /// Whether a fixture is of its format.
    fileprivate func takes(_ path: String) -> Bool {
        let kind = URL(filePath: path).pathExtension
        guard let format = kind == "jpg" ? .jpeg : FuzzTarget(rawValue: kind) else { return false }
        return self == format || self == .scan
    }
}
