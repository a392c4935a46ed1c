/// A private calendar of a person's due dates.
package enum CalendarFeed: AccountSecretKind {
    package static let secretPrefix = "fcal_"
}

/// The secret in the address of a calendar feed.
package typealias CalendarSecret = Secret<CalendarFeed>

/// What has to be done on a day.
package enum DueEvent: Hashable, Sendable {
    case sendSample
    case nextTest

    /// The title in a calendar, which other people may see: it says nothing about a result.
    ///
    /// - Parameter sender: the name by which people know the tenant.
    package func title(in language: Language, from sender: DisplayName) -> String {
        "\(text(in: language)) – \(sender)"
    }

    private func text(in language: Language) -> String {
        switch (self, language) {
        case (.sendSample, .english): "Send your sample"
        case (.sendSample, .spanish): "Envíe su muestra"
        case (.sendSample, .swahili): "Tuma sampuli yako"
        case (.nextTest, .english): "Your next test is due"
        case (.nextTest, .spanish): "Le toca su próxima prueba"
        case (.nextTest, .swahili): "Kipimo chako kijacho kinatakiwa"
        }
    }
}
