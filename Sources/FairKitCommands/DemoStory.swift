import FairKitAPI
import FairKitCore
import FairKitServer
import FairKitService
import FoundationEssentials

/// The whole workflow, step by step, with the time that each step took.
struct DemoStory {
    let address: String
    let photos: DemoPhotos
    let administrator: String
    let tenancy: Tenancy
    /// Where the report is kept; nil: nowhere.
    let pdf: String?

    /// The part of the server's response to a photo that is shown.
    private struct Kit: Decodable {
        let kitCode: String
        let sendBy: String
        let message: String
    }

    func notify() async throws {
        print("FairKit at http://\(address), on a fresh encrypted store.\n")
        let profile = try await client(administrator).post(
            "/api/v1/profiles",
            json: """
                {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29", "timeZone": "Africa/Nairobi", "consents": {"clinicians": true}}
                """)
        let person = try profile.decode(ProfileBody.self)
        step("A person is added", profile)
        guard let id = person.id.flatMap({ ProfileID($0) }) else {
            throw OperatorError("The profile's id can't be read.")
        }
        let codes = try await register(for: client(try await secret("phone", .patient(id))))
        guard codes.count >= 2 else {
            throw OperatorError("The demonstration needs at least two kits that can be read.")
        }
        let readers = try await addReaders(of: id)
        let laboratory = client(try await secret("analyser", .laboratory("Nairobi Central")))
        let critical = try await reportResults(codes, by: laboratory)
        try await passAlertOn()
        try await askAsClinician(client(try await secret("clinician", .clinician)), about: id)
        try await withdraw(critical, by: laboratory, before: readers)
    }

    /// The patient photographs kits; every photo goes through the sandbox.
    private func register(for patient: DemoClient) async throws -> [String] {
        var codes: [String] = []
        var times: [Duration] = []
        var shown: Set<String> = []
        print("The patient photographs kits:")
        for photo in photos.all {
            let reply = try await patient.post("/api/v1/test-kits/register", photo: try photos.bytes(of: photo))
            times.append(reply.elapsed)
            if reply.status == 201 {
                let kit = try reply.decode(Kit.self)
                codes.append(kit.kitCode)
                guard codes.count <= 6 else { continue }
                line(photo.file, "\(kit.kitCode), \(kit.message) (by \(kit.sendBy))", reply.elapsed)
            } else {
                let problem = try JSONDecoder().decode(ServerProblem.self, from: reply.body)
                guard shown.insert(problem.code).inserted else { continue }
                line(photo.file, problem.detail, reply.elapsed)
            }
        }
        let middle = times.sorted()[times.count / 2]
        print(
            "  … \(codes.count) kits registered from \(photos.all.count) photos, half of them within \(milliseconds(middle)).\n"
        )
        return codes
    }

    /// - Returns: the id of the critical result.
    private func reportResults(_ codes: [String], by laboratory: DemoClient) async throws -> String {
        var critical = ""
        for (index, value) in [142, 820].enumerated() {
            let reply = try await laboratory.post(
                "/api/v1/results",
                json: """
                    {"reference": "N-\(index + 1)", "kitCode": "\(codes[index])", "testDate": "\(systemTime().date())",
                     "level": {"value": \(value), "unit": "mg/dL"}}
                    """)
            let result = try reply.decode(ResultBody.self)
            step(
                "A laboratory reports \(value) mg/dL: \(result.flag ?? "–")\(result.alertId == nil ? "" : ", an alert is raised")",
                reply)
            if result.alertId != nil { critical = result.id }
            // So much more than before may be a slip, so the patient sees it once the laboratory has checked it.
            guard result.heldFor != nil else { continue }
            step("verifies it", try await laboratory.post("/api/v1/results/\(result.id)/release", json: "{}"))
        }
        return critical
    }

    private func passAlertOn() async throws {
        let consumer = client(try await secret("pager", .consumer))
        let claim = try await consumer.post("/api/v1/alert-groups/default/claim", json: #"{"limit": 10}"#)
        let items = try claim.decode(ClaimBody.self).items
        guard let item = items.first else { throw OperatorError("The consumer claimed no alert.") }
        step("A consumer claims: \(item.payload.title). \(item.payload.body)", claim)
        let ack = try await consumer.post(
            "/api/v1/alert-groups/default/ack", json: #"{"token": "\#(item.token)"}"#)
        step("forwards it and acks the delivery", ack)
    }

    func client(_ key: String) -> DemoClient { DemoClient(address: address, key: key) }

    private func secret(_ name: String, _ purpose: KeyPurpose) async throws -> String {
        try await tenancy.keys.create(name: name, for: purpose, by: .command).secret.text
    }

    func step(_ text: String, _ reply: DemoClient.Reply) {
        print("\(text)  (\(reply.status), \(milliseconds(reply.elapsed)))")
    }

    private func line(_ file: String, _ text: String, _ elapsed: Duration) {
        print("  \(file)\(String(repeating: " ", count: max(1, 17 - file.count)))\(text)  \(milliseconds(elapsed))")
    }

    private func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
