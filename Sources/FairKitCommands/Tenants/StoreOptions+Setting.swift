import FairKitAPI

extension StoreOptions {
    /// Shows a tenant's settings, after a change if there is one: as JSON, or in words.
    func showSettings(
        changing change: SettingsBody?, json: Bool, _ words: (SettingsBody) throws -> String
    ) async throws {
        let path = "/api/v1/settings"
        let reply = try await settings().withServer { client in
            guard let change else { return try await client.get(path) }
            return try await client.patch(path, json: change)
        }
        print(json ? reply.text : try words(reply.decode(SettingsBody.self)))
    }
}
