import ArgumentParser
import FairKitCore
import FairKitServer

extension SendingLimits {
    /// Limits that are not given have their defaults.
    init(_ config: (SettingName) -> String?) throws {
        self.init()
        func read(_ name: SettingName, _ option: String, or standard: Int?) throws -> Int? {
            guard let text = config(name) else { return standard }
            if text.lowercased() == "off" { return nil }
            guard let number = Int(text), SendingLimits.possible.contains(number) else {
                throw OperatorError(
                    "\(option) (\(name.variable)) is a number of messages a day, from 10 to 1000000, or off.")
            }
            return number
        }
        phoneMessages = try read(.phoneMessages, "--phone-messages", or: phoneMessages)
        mails = try read(.mails, "--mails", or: mails)
    }
}

extension PhoneCountries {
    init(_ config: (SettingName) -> String?) throws {
        guard let text = config(.phoneCountries), text != "all" else {
            self = .standard
            return
        }
        guard let countries = PhoneCountries(text) else {
            throw OperatorError(
                "--phone-countries (FAIRKIT_PHONE_COUNTRIES) holds what numbers begin with, such as +254,+255, or all.")
        }
        self = countries
    }
}

/// The options of `serve` that limit what is sent because clients request it.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most SMS and calls that the clients of a tenant can cause in a day, or off; alerts are exempt (FAIRKIT_PHONE_MESSAGES, 500).",
            valueName: "number"))
    var phoneMessages: String?

    @Option(
        help: ArgumentHelp(
            "The countries to whose numbers SMS and calls go (FAIRKIT_PHONE_COUNTRIES, all: not satellites and premium-rate numbers).",
            valueName: "codes"))
    var phoneCountries: String?

    @Option(
        help: ArgumentHelp(
            "The most mails of each kind that the clients of a tenant can cause in a day, or off; alerts are exempt (FAIRKIT_MAILS, 10000).",
            valueName: "number"))
    var mails: String?

    var values: [SettingName: String?] {
        [.phoneMessages: phoneMessages, .phoneCountries: phoneCountries, .mails: mails]
    }
}
