/// The secret address of a calendar feed.
package struct CalendarLinkBody: Decodable, JSONBody, Sendable {
    package let url: String

    package init(url: String) { self.url = url }
}
