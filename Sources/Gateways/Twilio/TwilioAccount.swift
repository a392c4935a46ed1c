package import FairKitCore
package import OutboundHTTP

/// An account at Twilio, and how its API answers: https://www.twilio.com/docs/usage/twilios-response
package struct TwilioAccount: Hashable, Sendable {
    package let sid: String
    /// Signs requests in both directions. It is a secret.
    package let authToken: String
    /// The API's address, without a trailing slash. Regions have their own:
    /// https://www.twilio.com/docs/global-infrastructure/using-the-twilio-rest-api-in-a-non-us-region
    package let baseURL: String
    /// Where Twilio sends receipts; nil: it sends none.
    package private(set) var statusCallback: WebhookURL?

    package static let standardBaseURL = "https://api.twilio.com"

    /// nil: the account's id is not `AC` and 32 hexadecimal digits.
    package init?(sid: String, authToken: String, baseURL: WebhookURL?, statusCallback: WebhookURL?) {
        let digits = sid.utf8.dropFirst(2)
        guard sid.hasPrefix("AC"), digits.count == 32,
            digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.sid = sid
        self.authToken = authToken
        self.baseURL = baseURL.map { trimmed($0.description) } ?? TwilioAccount.standardBaseURL
        self.statusCallback = statusCallback
    }

    /// The same account, which reports to the address of a tenant.
    package func reporting(to tenant: TenantName) -> TwilioAccount {
        var copy = self
        copy.statusCallback = statusCallback?.naming(tenant)
        return copy
    }

    /// A request that makes a message or a call.
    func request(_ resource: String, _ fields: [(name: String, value: String)]) -> OutboundRequest? {
        WebhookURL(stored: "\(baseURL)/2010-04-01/Accounts/\(sid)/\(resource).json").map { url in
            .form(url, headers: ["Authorization": basicAuthorization(sid, authToken)], fields)
        }
    }

    /// The meaning of a response.
    package static func answer(_ response: OutboundResponse) -> SendAnswer {
        if (200..<300).contains(response.status) {
            return SendAnswer(.accepted, response, reference: decoded(Made.self, response.body)?.sid)
        }
        let code = decoded(Problem.self, response.body)?.code
        return SendAnswer(code.flatMap(outcome(code:)) ?? SendOutcome(status: response.status), response)
    }

    /// The outcome of an error code, if it says more than the status: https://www.twilio.com/docs/api/errors
    package static func outcome(code: Int) -> SendOutcome? {
        switch code {
        // The number does not exist, is no mobile number, is a landline, or its owner has answered STOP.
        case 13223, 13224, 21211, 21214, 21217, 21610, 21614, 21635: .gone
        // The account, its token or its rights.
        case 20003, 20005, 20006, 21216: .unauthorized
        // Too many requests, or a full queue.
        case 14107, 20429, 21611, 30001, 63038: .postponed
        default: nil
        }
    }

    private struct Made: Decodable {
        let sid: String?
    }

    /// Its message may contain the number and is not read.
    private struct Problem: Decodable {
        let code: Int?
    }
}

/// The URL without slashes at its end.
func trimmed(_ url: String) -> String {
    var url = url
    while url.last == "/" { url.removeLast() }
    return url
}
