import CoreMetrics
import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Delivery receipts of providers. No account signs in: the provider's signature is the right. It is checked before the
/// tenant in the address is looked up, so a made-up receipt opens no tenant and learns of none (decision 0058).
enum Receipts {
    private static let twilioSignature = HTTPField.Name("X-Twilio-Signature")

    /// A status callback of Twilio, for an SMS or a call.
    static func twilio(_ call: PublicCall) async throws -> HTTPResponse.Status {
        let body = try await call.receipt()
        let tenant = tenant(of: call)
        let url = call.shared.publicURL.map { "\($0)\(call.request.uri.string)" }
        let signature = twilioSignature.flatMap { call.request.headers[$0] }
        let checks = call.shared.receipts?.checks
        let receipt = tenant.flatMap { tenant in
            checks?.twilioReceipt(signature: signature, of: tenant, url: url, body: body)
        }
        return try await record(receipt, of: tenant, by: "twilio", call)
    }

    /// A receipt of a provider that the operator describes, for the channel in the address.
    static func gateway(_ call: PublicCall) async throws -> HTTPResponse.Status {
        let body = try await call.receipt()
        let channel = call.context.parameters.get("channel").flatMap { ContactKind(rawValue: $0) }
        let receipt = call.shared.receipts.flatMap { gate in
            channel.map { channel in
                gate.checks.gatewayReceipt(
                    over: channel, body: body,
                    header: { name in HTTPField.Name(name).flatMap { call.request.headers[$0] } },
                    at: gate.now())
            }
        }
        return try await record(receipt, of: tenant(of: call), by: "gateway", call)
    }

    /// The tenant in the address; nil: there is more than one, or a malformed one.
    private static func tenant(of call: PublicCall) -> TenantName? {
        let names = call.request.uri.queryParameters[values: StreamCredential.tenant]
        return names.isEmpty ? .standard : names.count == 1 ? TenantName(String(names[0])) : nil
    }

    /// - Parameter receipt: nil: there is no provider that could have signed it.
    private static func record(
        _ receipt: Result<MessageReceipt, ReceiptRefusal>?, of tenant: TenantName?, by provider: String,
        _ call: PublicCall
    ) async throws -> HTTPResponse.Status {
        let shared = call.shared
        func count(_ outcome: String) {
            Counter(
                label: "fairkit_receipts_total", dimensions: [("provider", provider), ("outcome", outcome)],
                factory: shared.metering.factory
            ).increment()
        }
        guard case .success(let receipt)? = receipt, let tenant else {
            let refusal: ReceiptRefusal = if case .failure(let why)? = receipt { why } else { .unsigned }
            count(refusal.rawValue)
            try RequestLimits(shared.limiter, in: .standard, from: call.address).failedAttempt()
            throw refusal.problem
        }
        do {
            let handle = try await shared.enter(tenant)
            let outcome = try await handle.tenancy.notices.record(receipt, within: .seconds(2))
            withExtendedLifetime(handle) {}
            count(outcome.rawValue)
        } catch TenantFailure.unknown, TenantFailure.suspended {
            // The message was sent before the tenant ended.
            count(ReceiptOutcome.unknown.rawValue)
        }
        return .noContent
    }
}

extension ReceiptRefusal {
    fileprivate var problem: Problem {
        switch self {
        case .unsigned, .outdated: .receiptRefused
        case .malformed:
            Problem(.badRequest, .malformedBody, "The receipt is signed, but it names no message or no status.")
        }
    }
}

extension Problem {
    fileprivate static let receiptRefused = Problem(
        .forbidden, .receiptRefused,
        "The signature of this receipt is missing, wrong or too old. Check the provider's settings in the file of channels."
    )
}
