import FairKitCore
import FairKitService
import Hummingbird

/// What people find about themselves, a page for each thing.
enum ProfilePage {
    static func show(_ page: PageCall) -> Response {
        let reader = page.reader
        var links: [(path: Link.Path, title: PageText, why: PageText)] = [
            ("/profile/details", .ownDetails, reader.role == .patient ? .ownDetailsWhy : .ownStaffDetailsWhy),
            ("/profile/language", .ownLanguage, .ownLanguageWhy),
        ]
        if reader.role == .patient {
            links.insert(("/profile/photo", .ownPhoto, .ownPhotoWhy), at: 1)
            links.append(("/profile/privacy", .ownPrivacy, .ownPrivacyWhy))
            links.append(("/profile/programme", .ownProgramme, .ownProgrammeWhy))
        }
        links += [
            ("/notices", .ownMessages, .ownMessagesWhy), ("/profile/notices", .ownNotices, .ownNoticesWhy),
            ("/profile/test", .ownTest, .ownTestWhy),
            ("/profile/contacts", .ownContacts, .ownContactsWhy),
        ]
        if reader.hasCalendar { links.append(("/profile/calendar", .ownCalendar, .ownCalendarWhy)) }
        links.append(("/profile/security", .ownSecurity, .ownSecurityWhy))
        let content: HTML = """
            <p class="lead">\(reader.own?.account.details.name.map { "\($0)<br>" as HTML })\("\(reader.own?.account.email.description ?? "")")</p>
            \(reader.links(links.map { ($0.path, $0.title, reader[$0.why]) }))
            <form method="post" action="\(to: reader["/sign-out"])">\(Shell.token(reader))\
            <button class="quiet">\(reader[.signOut])</button></form>
            """
        return OwnPage(title: reader.ownTitle, parent: nil).show(page, content)
    }
}
