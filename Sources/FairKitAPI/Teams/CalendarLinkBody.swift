/// The secret address of a calendar feed.
package struct CalendarLinkBody: Codable, Sendable {
    package let url: String

    package init(url: String) { self.url = url }
}
