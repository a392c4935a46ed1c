// swift-tools-version: 6.3
import PackageDescription

/// The settings of FairKit's own Swift targets.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The libraries and the executable. `Tests/LayeringTests` checks which modules each may import.
let sources: [Target] = [
    .systemLibrary(name: "CSQLCipher", pkgConfig: "sqlcipher", providers: [.apt(["libsqlcipher-dev"])]),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CMemory"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CSandbox", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CDocuments", path: "schemas/embedded"),
    .target(
        name: "Schemas", dependencies: ["CDocuments"], path: "schemas",
        exclude: [
            "control", "embedded", "migrations", "openapi", "postgres", "site", "account.css", "alert.html",
            "alert.js", "common.js", "shared.html", "shared.js",
        ]),
    .target(name: "TextEncodings"),
    .target(name: "DurableFiles"),
    .target(name: "CTraps"),
    .target(
        name: "Coordination", dependencies: ["CTraps", .product(name: "DequeModule", package: "swift-collections")]),
    .target(name: "Relational", dependencies: ["Coordination"]),
    .target(name: "SQLCipher", dependencies: ["CSQLCipher", "Coordination", "Relational", "TextEncodings"]),
    .target(name: "PostgreSQL", dependencies: ["CLibPQ", "Coordination", "Relational", "TextEncodings"]),
    .target(name: "KeyRing", dependencies: ["COpenSSL", "DurableFiles", "TextEncodings"]),
    .target(name: "CompactJWS", dependencies: ["KeyRing", "TextEncodings"]),
    .target(name: "CStrips", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(
        name: "BarcodeReader", dependencies: ["CHEIF", "CPNG", "CSandbox", "CStrips", "CTurboJPEG", "CWebP", "CZBar"]),
    .target(name: "PrometheusMetrics", dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")]),
    .target(name: "CTables", exclude: ["common.txt", "folding.txt", "make.py"]),
    .target(name: "FairKitCore", dependencies: ["CTables", "TextEncodings"], exclude: ["Texts/Catalogue"]),
    .target(name: "Mail", dependencies: ["CCurl", "Coordination", "FairKitCore"]),
    .plugin(name: "WriteBodies", capability: .buildTool(), exclude: ["bodies.py"]),
    .target(name: "FairKitAPI", dependencies: ["FairKitCore", "TextEncodings"], plugins: ["WriteBodies"]),
    .target(
        name: "OutboundHTTP",
        dependencies: [
            "Coordination", "FairKitCore",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ]),
    .target(name: "Webhook", dependencies: ["FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP"]),
    .target(
        name: "Gateways",
        dependencies: ["FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP", "TextEncodings"]),
    .target(
        name: "Channels",
        dependencies: ["DurableFiles", "FairKitAPI", "FairKitCore", "Gateways", "KeyRing", "OutboundHTTP", "Push"]),
    .target(
        name: "Push",
        dependencies: [
            "CompactJWS", "Coordination", "FairKitAPI", "FairKitCore", "KeyRing", "OutboundHTTP", "TextEncodings",
        ]),
    .target(name: "QRCode", dependencies: ["CQREncode"]),
    .target(name: "ArchivalPDF"),
    .target(name: "Typesetting", dependencies: ["ArchivalPDF", "CPango", "FairKitCore", "TextEncodings"]),
    .target(name: "ZipArchive", dependencies: ["CZip"]),
    .target(
        name: "FairKitVault",
        dependencies: [
            "Coordination", "DurableFiles", "FairKitCore", "Relational", "SQLCipher", "KeyRing", "Schemas",
            "TextEncodings",
        ]),
    .target(
        name: "FairKitStore",
        dependencies: [
            "Coordination", "FairKitCore", "FairKitVault", "KeyRing", "PostgreSQL", "Relational", "SQLCipher",
        ]),
    .target(
        name: "FairKitService",
        dependencies: [
            "CompactJWS", "Coordination", "FairKitCore", "FairKitStore", "FairKitVault", "KeyRing", "Relational",
            "TextEncodings",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]),
    .target(
        name: "FairKitRuntime",
        dependencies: [
            "BarcodeReader", "Coordination", "FairKitCore", "FairKitService", "FairKitStore", "FairKitVault", "KeyRing",
            "Mail", "Relational", "SQLCipher", "Typesetting", "Webhook",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "Subprocess", package: "swift-subprocess"),
            .product(name: "SystemPackage", package: "swift-system"),
        ]),
    .target(
        name: "FairKitFrame",
        dependencies: [
            "Coordination", "FairKitAPI", "FairKitCore", "FairKitService", "Relational",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HummingbirdHTTP2", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "NIOTLS", package: "swift-nio"),
            .product(name: "NIOWebSocket", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
        ],
        plugins: ["WriteBodies"]),
    .target(
        name: "FairKitHTTP",
        dependencies: [
            "BarcodeReader", "Coordination", "FairKitAPI", "FairKitCore", "FairKitFrame", "FairKitService", "QRCode",
            "Schemas", "TextEncodings", "ZipArchive",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
        ],
        plugins: ["WriteBodies"]),
    .target(
        name: "FairKitPages",
        dependencies: [
            "FairKitAPI", "FairKitCore", "FairKitFrame", "FairKitService", "KeyRing", "QRCode", "Schemas",
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
        ],
        exclude: ["Assets"]),
    .target(
        name: "FairKitServer",
        dependencies: [
            "BarcodeReader", "CMemory", "Channels", "Coordination", "DurableFiles", "FairKitCore", "FairKitFrame",
            "FairKitHTTP", "FairKitPages", "FairKitRuntime", "FairKitService", "FairKitStore",
            "FairKitVault", "Mail", "OutboundHTTP", "PrometheusMetrics", "Relational", "TextEncodings", "Webhook",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HummingbirdHTTP2", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "SystemPackage", package: "swift-system"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ]),
    .target(
        name: "FairKitCommands",
        dependencies: [
            "BarcodeReader", "Channels", "DurableFiles", "FairKitAPI", "FairKitCore", "FairKitRuntime", "FairKitServer",
            "FairKitService", "FairKitStore", "FairKitVault", "KeyRing", "Mail", "OutboundHTTP", "Schemas",
            "TextEncodings",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "Configuration", package: "swift-configuration"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ]),
    // Linked statically with the Swift runtime, so that it runs without Swift, and built from the same objects as the tests.
    .executableTarget(
        name: "fairkit",
        dependencies: [
            "BarcodeReader", "FairKitCommands", "FairKitCore", "FairKitServer", "Typesetting",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        linkerSettings: [
            .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
            .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
            .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
        ]),
]

let tests: [Target] = [
    .testTarget(name: "LayeringTests"),
    .testTarget(name: "DurableFilesTests", dependencies: ["DurableFiles"]),
    .testTarget(name: "TextEncodingsTests", dependencies: ["TextEncodings"]),
    .testTarget(name: "CoordinationTests", dependencies: ["Coordination", "Support"]),
    .target(name: "EngineConformance", dependencies: ["Relational"], path: "Tests/EngineConformance"),
    .testTarget(name: "SQLCipherTests", dependencies: ["EngineConformance", "Relational", "SQLCipher"]),
    .target(
        name: "PostgresSupport", dependencies: ["PostgreSQL", "Relational", "Schemas"], path: "Tests/PostgresSupport"),
    .testTarget(
        name: "PostgreSQLTests",
        dependencies: [
            "Coordination", "EngineConformance", "PostgreSQL", "PostgresSupport", "Relational", "SQLCipher", "Schemas",
        ]),
    .target(name: "TestKeys", path: "Tests/TestKeys"),
    .testTarget(name: "KeyRingTests", dependencies: ["KeyRing", "TestKeys", "TextEncodings"]),
    .testTarget(name: "CompactJWSTests", dependencies: ["CompactJWS", "KeyRing", "TestKeys", "TextEncodings"]),
    .testTarget(name: "BarcodeReaderTests", dependencies: ["BarcodeReader"], exclude: ["Fixtures"]),
    .testTarget(
        name: "PrometheusMetricsTests",
        dependencies: ["PrometheusMetrics", .product(name: "CoreMetrics", package: "swift-metrics")]),
    .testTarget(name: "FairKitCoreTests", dependencies: ["FairKitCore"], exclude: ["Golden"]),
    .testTarget(name: "ZipArchiveTests", dependencies: ["ZipArchive"]),
    .testTarget(name: "ArchivalPDFTests", dependencies: ["ArchivalPDF"]),
    .testTarget(name: "TypesettingTests", dependencies: ["FairKitCore", "Typesetting"]),
    .target(name: "FuzzTargets", dependencies: ["BarcodeReader", "FairKitCore"], path: "Tests/Fuzz/FuzzTargets"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/FuzzTests"),
    .testTarget(name: "MailTests", dependencies: ["FairKitCore", "Mail"]),
    .testTarget(
        name: "GatewaysTests",
        dependencies: ["FairKitAPI", "FairKitCore", "Gateways", "OutboundHTTP"]),
    .testTarget(name: "ChannelsTests", dependencies: ["Channels", "FairKitCore"]),
    .testTarget(
        name: "PushTests",
        dependencies: [
            "FairKitCore", "KeyRing", "OutboundHTTP", "Push", "Support", "TestKeys", "TextEncodings",
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]),
    .target(
        name: "Support",
        dependencies: [
            "BarcodeReader", "Coordination", "FairKitCore", "FairKitRuntime", "FairKitService", "FairKitStore",
            "FairKitVault", "KeyRing", "PostgreSQL", "PostgresSupport", "Relational", "SQLCipher",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ],
        path: "Tests/Support"),
    .testTarget(
        name: "FairKitStoreTests",
        dependencies: [
            "FairKitCore", "FairKitStore", "FairKitVault", "KeyRing", "PostgreSQL", "PostgresSupport", "Relational",
            "SQLCipher", "Schemas", "Support", "TextEncodings",
        ],
        exclude: ["Golden"]),
    .testTarget(
        name: "FairKitServiceTests",
        dependencies: [
            "FairKitRuntime", "FairKitService", "FairKitVault", "KeyRing", "Mail", "OutboundHTTP", "PostgreSQL",
            "PostgresSupport", "PrometheusMetrics", "Relational", "SQLCipher", "Support", "Webhook",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]),
    .testTarget(
        name: "SeveralServersTests",
        dependencies: [
            "Coordination", "FairKitCore", "FairKitRuntime", "FairKitService", "FairKitStore", "KeyRing", "PostgreSQL",
            "PostgresSupport", "Relational", "Support",
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]),
    .testTarget(
        name: "CommandTests",
        dependencies: [
            "FairKitAPI", "FairKitCommands", "FairKitCore", "FairKitServer", "FairKitService", "FairKitVault",
            "Support",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ]),
    .target(
        name: "HTTPSupport",
        dependencies: [
            "FairKitAPI", "FairKitCore", "FairKitFrame", "FairKitHTTP", "FairKitPages", "FairKitService",
            "FairKitStore",
            "KeyRing", "Support",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdTesting", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ],
        path: "Tests/HTTPSupport"),
    .testTarget(
        name: "FairKitPagesTests",
        dependencies: [
            "FairKitCore", "FairKitFrame", "FairKitHTTP", "FairKitPages", "FairKitService", "FairKitStore",
            "HTTPSupport", "KeyRing", "Support", "TextEncodings",
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ]),
    .testTarget(
        name: "FairKitHTTPTests",
        dependencies: [
            "Coordination", "FairKitAPI", "FairKitFrame", "FairKitHTTP", "FairKitRuntime", "FairKitStore",
            "HTTPSupport",
            "FairKitVault", "KeyRing", "PrometheusMetrics", "Relational",
            "Schemas", "Support", "TextEncodings",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdTesting", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        ]),
]

/// Built by `scripts/bench` only.
let benchmarks: [Target] =
    Context.environment["FAIRKIT_BENCHMARKS"] == nil
    ? []
    : [
        .executableTarget(
            name: "FairKitBenchmarks",
            dependencies: [
                "FairKitCore", "FairKitRuntime", "FairKitService", "FairKitStore", "FairKitVault", "KeyRing",
                "Relational",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/FairKitBenchmarks")
    ]

/// Built by `scripts/fuzz` only, with libFuzzer.
let fuzzers: [Target] =
    Context.environment["FAIRKIT_FUZZERS"] == nil
    ? []
    : [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(name: "Fuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzz/Fuzz"),
    ]

/// The tests of modules that wrap C, which need only one package. With FAIRKIT_LEAVES nothing else is built, for the address
/// sanitiser. See the decision `0036-one-release-build`.
let leafTests = [
    "SQLCipherTests", "PostgreSQLTests", "KeyRingTests", "BarcodeReaderTests", "FuzzTests", "MailTests",
    "ZipArchiveTests",
]
let isOnlyLeaves = Context.environment["FAIRKIT_LEAVES"] != nil

/// These targets, and FairKit's own targets that they depend on.
func closure(of names: [String], in targets: [Target]) -> Set<String> {
    names.reduce(into: []) { found, name in
        guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { return }
        let needed = target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
        found.formUnion(closure(of: needed, in: targets))
    }
}

let all = sources + tests + benchmarks + fuzzers
let leaves = closure(of: leafTests, in: all)
let leafPackages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0")
]
let packages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(
        url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1",
        traits: ["ConfigurationSupport"]),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
]

let package = Package(
    name: "FairKit",
    products: isOnlyLeaves ? [] : [.executable(name: "fairkit", targets: ["fairkit"])],
    dependencies: isOnlyLeaves ? leafPackages : leafPackages + packages,
    targets: isOnlyLeaves ? all.filter { leaves.contains($0.name) } : all
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
    target.swiftSettings = settings
    // Without optimisation, loops over pixels take a hundred times longer, and tests read whole photos.
    let hasLoopsOverPixels = ["BarcodeReader", "BarcodeReaderTests"].contains(target.name)
    // A test's own code runs for moments, and its optimisation was a third of the release build. The address sanitiser watches calls
    // of C, which are the same without optimisation.
    let isOfTests = isOnlyLeaves || target.type == .test || target.name == "EngineConformance"
    // Commands send a request and print its answer. As the last module before the linker, it kept one core busy for a minute. See the
    // decision `0143-commands-without-optimisation`.
    let runsOnce = target.name == "FairKitCommands"
    if hasLoopsOverPixels {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    } else if isOfTests || runsOnce {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}
