import FoundationEssentials
import Testing

/// The imports that each module may have. The compiler allows transitive imports, so the sources are compared with this
/// table.
private let allowed: [String: Set<String>] = [
    "Schemas": ["CDocuments"],
    "TextEncodings": [],
    "DurableFiles": [],
    "Coordination": ["CTraps", "DequeModule"],
    "Relational": ["Coordination"],
    "SQLCipher": ["CSQLCipher", "Coordination", "Relational", "TextEncodings"],
    "PostgreSQL": ["CLibPQ", "Coordination", "Relational", "TextEncodings"],
    "KeyRing": ["COpenSSL", "DurableFiles", "TextEncodings"],
    "CompactJWS": ["KeyRing", "TextEncodings"],
    "BarcodeReader": ["CHEIF", "CSandbox", "CWebP", "CZBar", "CTurboJPEG", "CPNG", "CStrips"],
    "PrometheusMetrics": ["CoreMetrics"],
    "FairKitCore": ["CTables", "TextEncodings"],
    "FairKitAPI": ["FairKitCore", "TextEncodings"],
    "Mail": ["CCurl", "Coordination", "FairKitCore"],
    "OutboundHTTP": ["Coordination", "FairKitCore", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"],
    "Gateways": ["FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP", "TextEncodings"],
    "Channels": ["DurableFiles", "FairKitAPI", "FairKitCore", "Gateways", "KeyRing", "OutboundHTTP", "Push"],
    "Push": ["CompactJWS", "Coordination", "FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP", "TextEncodings"],
    "Webhook": ["FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP"],
    "QRCode": ["CQREncode"],
    "ZipArchive": ["CZip"],
    "ArchivalPDF": [],
    "Typesetting": [
        "ArchivalPDF", "CPango", "TextEncodings",
        // The documents and charts that it draws.
        "FairKitCore.DrawingRequest", "FairKitCore.PrintedDocument", "FairKitCore.TrendChart",
    ],
    "FairKitVault": [
        "Coordination", "DurableFiles", "FairKitCore", "Relational", "SQLCipher", "KeyRing", "Schemas", "TextEncodings",
    ],
    "FairKitStore": [
        "Coordination", "FairKitCore", "FairKitVault", "KeyRing", "PostgreSQL", "Relational", "SQLCipher",
        // The parts of a transaction that use cases see, by the same names.
        "Relational.Connection", "Relational.DatabaseError", "Relational.ReadLane", "Relational.ReadTransaction",
        "Relational.WriteLane", "Relational.WriteTransaction",
    ],
    "FairKitService": [
        "CompactJWS", "Coordination", "FairKitCore", "FairKitStore", "FairKitVault", "KeyRing", "TextEncodings",
        "CoreMetrics", "Logging", "ServiceLifecycle",
        // Work that is done jointly; statements stay in the store.
        "Relational.JointWork",
    ],
    "FairKitRuntime": [
        "BarcodeReader", "Coordination", "FairKitCore", "FairKitService", "FairKitStore", "FairKitVault", "KeyRing",
        "Mail", "Typesetting", "Webhook", "CoreMetrics", "Logging", "ServiceLifecycle", "Subprocess", "SystemPackage",
        // The metrics of the store, and the state of its reserve.
        "Relational.DatabaseLoad", "Relational.DatabaseObserver", "SQLCipher.DiskReserve",
    ],
    "FairKitFrame": [
        "Coordination", "FairKitAPI", "FairKitCore", "FairKitService", "Hummingbird", "HummingbirdCore",
        "HummingbirdHTTP2", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOSSL", "NIOTLS", "NIOWebSocket",
        "Logging", "CoreMetrics", "Relational.DatabaseError",
    ],
    "FairKitHTTP": [
        "Coordination", "FairKitAPI", "FairKitCore", "FairKitFrame", "FairKitService", "QRCode", "Schemas",
        "TextEncodings", "ZipArchive",
        // The limits of a photo.
        "BarcodeReader.PictureLimits",
        "Hummingbird", "HummingbirdCore", "HTTPTypes", "NIOCore", "Logging", "CoreMetrics",
    ],
    "FairKitPages": [
        "FairKitAPI", "FairKitCore", "FairKitFrame", "FairKitService", "KeyRing.sha256", "QRCode", "Schemas",
        "Hummingbird", "HTTPTypes", "Logging", "NIOCore",
    ],
    // The only module that knows everything.
    "FairKitServer": [
        "BarcodeReader", "CMemory", "Channels", "Coordination", "DurableFiles", "FairKitCore", "FairKitFrame",
        "FairKitHTTP", "FairKitPages",
        "FairKitRuntime", "FairKitService", "FairKitStore",
        "FairKitVault", "Mail", "OutboundHTTP", "PrometheusMetrics", "Relational.DatabaseObserver", "TextEncodings",
        "Webhook",
        "CoreMetrics", "Hummingbird",
        "HummingbirdCore", "HummingbirdHTTP2", "HTTPTypes", "Logging", "NIOCore", "NIOHTTPTypes", "NIOPosix",
        "NIOSSL", "ServiceLifecycle", "SystemPackage", "UnixSignals",
    ],
    "fairkit": [
        "ArgumentParser", "BarcodeReader", "FairKitCommands", "FairKitCore.DrawingRequest", "FairKitServer",
        "Typesetting",
    ],
    "FairKitCommands": [
        "BarcodeReader", "Channels", "DurableFiles", "FairKitAPI", "FairKitCore", "FairKitRuntime", "FairKitServer",
        "FairKitService", "FairKitStore", "FairKitVault", "KeyRing", "Mail", "OutboundHTTP", "Schemas", "TextEncodings",
        "ArgumentParser",
        "AsyncHTTPClient",
        "Configuration", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "NIOSSL", "ServiceLifecycle", "UnixSignals",
    ],
]

/// Allowed for all modules.
private let common: Set<String> = ["FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Swift"]

@Suite struct `The modules` {
    @Test(arguments: allowed.keys.sorted())
    func `import only what their layer may`(room: String) throws {
        let imports = try importsByFile(of: room)
        #expect(!imports.isEmpty)
        for (file, modules) in imports {
            let foreign = modules.subtracting(allowed[room] ?? []).subtracting(common)
            #expect(foreign.isEmpty, "\(file)")
        }
    }

    /// See decision 0115.
    @Test func `with statements import no engine`() throws {
        let imports = try importsByFile(of: "FairKitStore")
        let ofFiles = Set(imports.filter { $0.value.contains("SQLCipher") }.keys)
        #expect(!ofFiles.isEmpty)
        #expect(ofFiles.filter { !$0.hasPrefix("Files/") } == [], "only the folder Files knows the engine of files")
    }

    /// The store shows transactions to use cases, and Swift shows their statements with them. See decision 0150.
    @Test func `above the store add no rule to a transaction, and no statement`() throws {
        for room in [
            "FairKitService", "FairKitRuntime", "FairKitFrame", "FairKitHTTP", "FairKitPages", "FairKitServer",
            "FairKitCommands",
        ] {
            for (file, text) in try texts(of: room) {
                let extensions = text.contains(
                    #/^extension (?:Connection|\w*Transaction)(?:<\w+>)? /#.anchorsMatchLineEndings())
                #expect(!extensions, "\(room)/\(file)")
                let statements = text.contains(
                    #/\b(?:tx|connection)\.(?:all|exists|first|number|rowsChanged|run)\(\s*(?:by: )?"/#)
                #expect(!statements, "\(room)/\(file)")
            }
        }
    }

    /// See decision 0150.
    @Test(arguments: ["Core", "Store", "Service", "Runtime", "API", "HTTP", "Pages", "Commands"])
    func `have only the folders that CONTRIBUTING lists`(room: String) throws {
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(root)/CONTRIBUTING.md")), as: UTF8.self)
        let lists = text.matches(of: #/`((?:\w+\s+){5,}\w+)`/#).flatMap { $0.1.split(whereSeparator: \.isWhitespace) }
        let files = try texts(of: "FairKit\(room)").keys
        let folders = Set(files.compactMap { $0.contains("/") ? $0.split(separator: "/").first : nil })
        #expect(!folders.isEmpty && folders.subtracting(lists).isEmpty)
    }

    @Test func `are all in the table`() throws {
        let rooms = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Sources").filter { !$0.isOfC }
        #expect(Set(rooms).union(["Schemas"]) == Set(allowed.keys))
    }
}

let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

/// The text of each file.
private func texts(of room: String) throws -> [String: String] {
    let folder = room == "Schemas" ? "\(root)/schemas" : "\(root)/Sources/\(room)"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    return try Dictionary(
        uniqueKeysWithValues: files.map {
            ($0, String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\($0)")), as: UTF8.self))
        })
}

private func importsByFile(of room: String) throws -> [String: Set<String>] {
    try texts(of: room).mapValues { text in
        let words = text.split(separator: "\n").map { $0.split(separator: " ") }
        return Set(
            words.compactMap { line in
                line.firstIndex(of: "import").flatMap {
                    $0 <= 1 || line[0] == "@_exported" ? line.last.map(String.init) : nil
                }
            })
    }
}

extension String {
    /// Whether it is a system module or a C module, which can't import others.
    fileprivate var isOfC: Bool {
        ["module.modulemap", "include"].contains {
            FileManager.default.fileExists(atPath: "\(root)/Sources/\(self)/\($0)")
        }
    }
}
