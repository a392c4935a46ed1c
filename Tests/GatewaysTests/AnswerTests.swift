import FairKitCore
import Gateways
import OutboundHTTP
import Testing

@Suite struct `The answer of a provider` {
    @Test(
        arguments: [
            (201, #"{"sid": "SM1"}"#, .accepted), (400, #"{"code": 21211, "message": "+1555"}"#, .gone),
            (400, #"{"code": 21610}"#, .gone), (400, #"{"code": 21614}"#, .gone), (400, #"{"code": 21617}"#, .refused),
            (400, #"{"code": 21611}"#, .postponed), (400, "{", .refused), (400, #"{"code": "21211"}"#, .refused),
            (401, #"{"code": 20003}"#, .unauthorized), (403, "", .unauthorized), (404, "", .refused),
            (429, #"{"code": 20429}"#, .postponed), (500, "", .postponed), (503, "<html>", .postponed),
            (302, "", .refused), (600, "", .malformed),
        ] as [(Int, String, SendOutcome)])
    func `Twilio is read`(status: Int, body: String, outcome: SendOutcome) {
        let answer = TwilioAccount.answer(.example(status, body, headers: ["Retry-After": "7"]))
        #expect(answer.outcome == outcome)
        #expect(answer.status == status)
        #expect(answer.reference == (outcome == .accepted ? "SM1" : nil))
        #expect(answer.retryAfter?.delay == .seconds(7))
    }

    @Test(
        arguments: [
            (200, "ok", .accepted), (404, "no_service", .gone), (410, "channel_is_archived", .gone),
            (404, "channel_not_found", .gone), (403, "invalid_token", .gone), (403, "action_prohibited", .refused),
            (400, "invalid_payload", .refused), (429, "rate_limited", .postponed), (500, "rollup_error", .postponed),
            (200, "no_service", .gone), (200, "rollup_error", .postponed), (200, "", .accepted),
            (200, #"{"success":true}"#, .accepted),
        ] as [(Int, String, SendOutcome)])
    func `Slack is read`(status: Int, body: String, outcome: SendOutcome) {
        #expect(SlackWebhook.answer(.example(status, body)).outcome == outcome)
    }

    @Test(
        arguments: [
            (202, .accepted), (200, .accepted), (404, .gone), (410, .gone), (401, .refused), (403, .refused),
            (400, .refused), (413, .refused), (429, .postponed), (502, .postponed),
        ] as [(Int, SendOutcome)])
    func `Teams is read`(status: Int, outcome: SendOutcome) {
        #expect(TeamsWebhook.answer(.example(status, "")).outcome == outcome)
    }

    @Test func `of Teams is read to its end: a message that was not delivered is tried again`() {
        let failed =
            "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x."
        for status in [200, 202] {
            #expect(TeamsWebhook.answer(.example(status, failed)).outcome == .postponed)
            #expect(TeamsWebhook.answer(.example(status, "1")).outcome == .accepted)
        }
    }

    @Test(
        arguments: [
            (202, #"{"status": "success", "dedup_key": "k"}"#, .accepted),
            (400, #"{"errors": ["Length of 'routing_key' is incorrect (should be 32 characters)"]}"#, .gone),
            (400, #"{"message": "Invalid routing key"}"#, .gone),
            (400, #"{"errors": ["'payload' is missing"]}"#, .refused),
            (403, "", .refused), (429, "", .postponed), (500, "", .postponed),
        ] as [(Int, String, SendOutcome)])
    func `PagerDuty is read`(status: Int, body: String, outcome: SendOutcome) {
        #expect(PagerDuty.answer(.example(status, body)).outcome == outcome)
    }

    @Test func `is mapped for each failure of a request`() {
        let outcomes = OutboundFailure.allCases.map { SendOutcome($0) }
        #expect(!outcomes.contains(.accepted))
        #expect(SendOutcome(OutboundFailure.privateAddress) == .privateAddress)
        #expect(SendOutcome(OutboundFailure.insecure) == .tlsError)
        #expect(SendOutcome(OutboundFailure.timeout) == .timeout)
    }
}
