import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A group of programs, for an administrator` {
    @Test func `is made, changed, paused and removed, and critical alerts keep a way`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            #expect(try await root.open("/clinic").text.contains("href=\"/groups\""))
            let wrong = try await root.fill("/groups", ["name": "Ward 4", "band0": "yes"])
            #expect(wrong.status == 422 && wrong.text.contains("value=\"Ward 4\""))
            let made = try await root.fill("/groups", ["name": "ward-4", "band0": "yes", "band1": "yes"])
            #expect(made.headers[.location] == "/groups/ward-4?done=groupMade")
            #expect(
                try await root.fill("/groups", ["name": "ward-4", "band0": "yes"]).text.contains("There is a group"))
            #expect(try await root.open("/groups/ward-4").text.contains("Critical alerts, Urgent alerts"))
            let path = "/groups/ward-4/change"
            #expect(try await root.open(path).headers[.location]?.hasPrefix("/prove") == true)
            try await root.prove(person)
            #expect(try await root.fill(path, ["do": "change"]).status == 422)
            #expect(try await root.fill(path, ["do": "change", "band2": "yes"]).status == 303)
            // An administrator who would silence all critical alerts is refused, with what is there kept.
            let silent = try await root.fill("/groups/default/change", ["do": "pause"])
            #expect(silent.status == 422 && silent.text.contains("No other group would get critical alerts."))
            #expect(try await root.fill(path, ["do": "pause"]).status == 303)
            #expect(try await root.open("/groups").text.contains("Paused"))
            #expect(try await root.fill(path, ["do": "remove"]).headers[.location] == "/groups?done=groupRemoved")
            #expect(try await root.open("/groups/ward-4").status == 404)
            #expect(try await !root.open("/groups/default/change").text.contains("value=\"remove\""))
        }
    }

    @Test func `gets its alerts at an address, whose secret is shown once`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            try await root.prove(person)
            let path = "/groups/default/webhook"
            let local = try await root.fill(path, ["do": "set", "url": "http://127.0.0.1/x\"y"])
            #expect(local.status == 422 && local.text.contains("value=\"http://127.0.0.1/x&quot;y\""))
            let set = try await root.fill(path, ["do": "set", "url": "https://example.org/hook?k=1"])
            #expect(set.headers[.location] == "/groups/default/secret")
            #expect(try await root.open("/groups/default/secret").text.contains("whsec_"))
            #expect(try await !root.open("/groups/default/secret").text.contains("whsec_"))
            #expect(try await root.open("/groups/default").text.contains("https://example.org</dd>"))
            let same = try await root.fill(path, ["do": "set", "url": "https://example.org/other"])
            #expect(same.headers[.location] == "/groups/default?done=webhookSet", "the secret stays")
            #expect(try await root.fill(path, ["do": "remove"]).status == 303)
            #expect(try await root.open("/groups/default").text.contains("its programs fetch it"))
        }
    }

    @Test func `sends a test to its address, and says what came of it`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            #expect(!(try await root.open("/groups/default").text.contains("webhook/test")), "there is no address")
            let none = try await root.fill("/groups", [:], to: "/groups/default/webhook/test")
            #expect(none.headers[.location] == "/groups/default")
            try await root.prove(person)
            let url = ["do": "set", "url": "https://example.org/hook"]
            #expect(try await root.fill("/groups/default/webhook", url).status == 303)
            let tests = "/groups/default/webhook/test"
            scene.house.tenancy.webhookProbe.serve { webhook, group, _ in
                #expect("\(webhook.url)" == "https://example.org/hook" && group == "default")
                return (.delivered, 200)
            }
            #expect(
                try await root.fill("/groups/default", [:], to: tests).headers[.location]?.hasSuffix("webhookTested")
                    == true)
            let page = try await root.open("/groups/default?done=webhookTested")
            #expect(page.text.contains("the address accepted it") && page.text.contains("<br>Test</th>"))
            scene.house.tenancy.webhookProbe.serve { _, _, _ in (.failed, 500) }
            let failed = try await root.fill("/groups/default", [:], to: tests)
            #expect(failed.headers[.location]?.hasSuffix("webhookTestFailed") == true)
            let after = try await root.open("/groups/default?done=webhookTestFailed").text
            #expect(after.contains("<p class=\"banner warning\" tabindex=\"-1\">The test did not arrive."))
            #expect(after.contains("HTTP 500") && page.text.contains("<p class=\"banner ok\" tabindex=\"-1\">"))
            let listed = try await scene.get("/api/v1/delivery-attempts", as: .administrator)
            #expect(listed.says(#""test":true"#) && !listed.text.contains("alertId"))
            scene.house.tenancy.webhookProbe.serve(nil)
        }
    }

    @Test func `sends what is parked again`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            let none = try await root.fill("/groups", [:], to: "/groups/default/redrive")
            #expect(none.headers[.location] == "/groups/default?done=groupNothingParked")
            let page = try await root.open("/groups/default").text
            #expect(page.contains("put here, but no critical alert: those are tried for ever."))
        }
    }
}
