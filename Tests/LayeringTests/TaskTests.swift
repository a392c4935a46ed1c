import FoundationEssentials
import Testing

/// Where unstructured tasks are started, and why each must outlive the call that starts it.
private let exceptions: [String: String] = [
    "FairKitRuntime/Tenants/OpenTenants.swift":
        "a tenant is opened for every request that waits for it: none of their cancellations may end it",
    "FairKitRuntime/Tenants/OpenTenants+Closing.swift":
        "a tenant is closed for every request that waits for it, too",
    "FairKitRuntime/Tenants/RunningServices.swift":
        "what runs for a tenant ends with the tenant, not with the request that opened it",
    "FairKitFrame/Calls/FairKitContext.swift":
        "the connection cancels it when the client goes away, which no structured task can be told",
]

@Suite struct `Tasks without a parent` {
    @Test func `are started only where the reason is listed`() throws {
        let folder = "\(root)/Sources"
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            if text.contains(/\bTask(\.detached)? *(\([^)]*\))? *\{/) { found.insert(file) }
        }
        #expect(found.subtracting(exceptions.keys).isEmpty)
        #expect(Set(exceptions.keys).subtracting(found).isEmpty, "starts none any more")
    }
}
