import ArgumentParser
import FairKitCore
import FairKitServer

extension RateLimits {
    /// Finds a setting's text; nil if it was not given.
    typealias Lookup = (SettingName) -> String?

    /// What is not given is as it is by default.
    init(_ config: Lookup) throws {
        self = .standard
        func read(_ name: SettingName, _ option: String, or standard: RateLimit?) throws -> RateLimit? {
            guard let text = config(name) else { return standard }
            if text.lowercased() == "off" { return nil }
            guard let limit = RateLimit(text) else {
                throw OperatorError(
                    "\(option) (\(name.variable)) is how many requests a second and how many at once, such as 500/5000, or off. "
                        + "The first is from 0.001 to 1000000, with three decimals at most, the second from 1 to 1000000."
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

/// What `serve` is told about how fast callers may ask.
struct RateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many requests a second a key may send, and how many at once; off: any number (FAIRKIT_RATE_KEY, 500/5000).",
            valueName: "rate"))
    var rateKey: String?

    @Option(help: ArgumentHelp("The same of an account (FAIRKIT_RATE_ACCOUNT, 10/100).", valueName: "rate"))
    var rateAccount: String?

    @Option(
        help: ArgumentHelp(
            "The same of an address, of requests without a key that opens (FAIRKIT_RATE_ADDRESS, 10/200).",
            valueName: "rate"))
    var rateAddress: String?

    @Option(
        help: ArgumentHelp(
            "The same of an address, of what is about signing in (FAIRKIT_RATE_SIGN_IN, 0.167/10).",
            valueName: "rate"))
    var rateSignIn: String?

    @Option(
        help: ArgumentHelp(
            "The same of a key or account, of lists of alerts, which no other rate limits (FAIRKIT_RATE_ALERT_LISTS, 50/500).",
            valueName: "rate"))
    var rateAlertLists: String?

    var values: [SettingName: String?] {
        [
            .rateKey: rateKey, .rateAccount: rateAccount, .rateAddress: rateAddress, .rateSignIn: rateSignIn,
            .rateAlertLists: rateAlertLists,
        ]
    }
}
