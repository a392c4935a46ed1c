/// An article or an invitation to a study, for the people of a tenant (requirement R5.3).
package struct NewsItem: Equatable, Sendable {
    package let id: NewsID
    package let kind: Kind
    /// It is told to people in whose language it is written.
    package let texts: [Language: Text]
    /// An https address, which its notice opens; nil: none.
    package let link: String?
    package let publishedAt: Timestamp
    package let publishedBy: ActorID
    /// How many people were told.
    package let notified: Int
    /// When all were told.
    package let completedAt: Timestamp?
    package let withdrawnAt: Timestamp?

    /// The texts are stored and sent; append only.
    package enum Kind: String, Sendable, CaseIterable {
        case article
        /// Told only to people who consent to research.
        case study

        package var notice: NoticeKind {
            switch self {
            case .article: .article
            case .study: .studyInvitation
            }
        }
    }

    package struct Text: Equatable, Sendable {
        package let title: String
        package let text: String

        package init(title: String, text: String) {
            self.title = title
            self.text = text
        }
    }

    package enum State: String, Sendable {
        /// Batches of people are being told.
        case publishing = "telling"
        case published = "told"
        case withdrawn
    }

    /// The most characters of a title and of a text.
    package static let longestTitle = 120
    package static let longestText = 10_000

    package init(
        id: NewsID, kind: Kind, texts: [Language: Text], link: String?, publishedAt: Timestamp, publishedBy: ActorID,
        notified: Int = 0, completedAt: Timestamp? = nil, withdrawnAt: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.texts = texts
        self.link = link
        self.publishedAt = publishedAt
        self.publishedBy = publishedBy
        self.notified = notified
        self.completedAt = completedAt
        self.withdrawnAt = withdrawnAt
    }

    package var state: State { withdrawnAt != nil ? .withdrawn : completedAt != nil ? .published : .publishing }

    /// Records every invalid part.
    ///
    /// - Parameter hosts: those to which links may lead.
    package func check(_ faults: inout Faults, hosts: Set<String>) {
        faults.require(!texts.isEmpty, "/texts", "a title and a text in at least one of en, es and sw")
        for (language, text) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let pointer = "/texts/\(language.rawValue)"
            faults.require(
                text.title.isText(1...NewsItem.longestTitle), "\(pointer)/title",
                "1 to \(NewsItem.longestTitle) characters, without control characters")
            faults.require(
                text.text.isLongText(NewsItem.longestText), "\(pointer)/text",
                "1 to \(NewsItem.longestText) characters")
        }
        guard let link else { return }
        let url = WebhookURL(stored: link)
        faults.require(url?.isSecure == true, "/link", "an address that begins with https://")
        if let url, url.isSecure {
            faults.require(
                hosts.contains(url.host), "/link",
                "an address at a host that an administrator listed in newsHosts of the settings")
        }
    }
}

package typealias NewsID = ID<NewsItem>
