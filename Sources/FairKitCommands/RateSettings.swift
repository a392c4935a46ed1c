import ArgumentParser
import FairKitCore
import FairKitServer

extension RateLimits {
    /// Finds a setting's text; nil if it was not given.
    typealias Lookup = (SettingName) -> String?

    /// Limits that are not given have their defaults.
    init(_ config: Lookup) throws {
        self = .standard
        func read(_ name: SettingName, _ option: String, or standard: RateLimit?) throws -> RateLimit? {
            guard let text = config(name) else { return standard }
            if text.lowercased() == "off" { return nil }
            guard let limit = RateLimit(text) else {
                throw OperatorError(
                    "\(option) (\(name.variable)) is a rate limit: requests per second / burst size, such as 500/5000, or off. "
                        + "The rate is from 0.001 to 1000000, with at most three decimals; the burst is from 1 to 1000000."
                )
            }
            return limit
        }
        key = try read(.rateKey, "--rate-key", or: key)
        account = try read(.rateAccount, "--rate-account", or: account)
        address = try read(.rateAddress, "--rate-address", or: address)
        signIn = try read(.rateSignIn, "--rate-sign-in", or: signIn)
        alertLists = try read(.rateAlertLists, "--rate-alert-lists", or: alertLists)
    }
}

/// The options of `serve` for rate limits.
struct RateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The rate limit per API key: requests per second / burst size, or off (FAIRKIT_RATE_KEY, 500/5000).",
            valueName: "rate"))
    var rateKey: String?

    @Option(help: ArgumentHelp("The rate limit per account (FAIRKIT_RATE_ACCOUNT, 10/100).", valueName: "rate"))
    var rateAccount: String?

    @Option(
        help: ArgumentHelp(
            "The rate limit per client address, for requests without a valid key (FAIRKIT_RATE_ADDRESS, 10/200).",
            valueName: "rate"))
    var rateAddress: String?

    @Option(
        help: ArgumentHelp(
            "The rate limit per client address, for requests to sign in (FAIRKIT_RATE_SIGN_IN, 0.167/10).",
            valueName: "rate"))
    var rateSignIn: String?

    @Option(
        help: ArgumentHelp(
            "The rate limit per key or account, for lists of alerts; no other limit applies to them (FAIRKIT_RATE_ALERT_LISTS, 50/500).",
            valueName: "rate"))
    var rateAlertLists: String?

    var values: [SettingName: String?] {
        [
            .rateKey: rateKey, .rateAccount: rateAccount, .rateAddress: rateAddress, .rateSignIn: rateSignIn,
            .rateAlertLists: rateAlertLists,
        ]
    }
}
