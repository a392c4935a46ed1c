import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The end of a programme: today is its last day. Its figures stay.
enum EndProgrammePage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, found) = (page.reader, try await page.programme().programme)
        let link = reader["/programmes/\(found.id)/end"]
        let content: HTML =
            found.mayEnd(on: page.tenancy.now().date())
            ? """
            \(reader.card(to: link))\(reader.version(found.version))
              <p>\(reader[.programmeEndWhy])</p>
              <div class="actions"><button class="danger">\(reader[.programmeEnd])</button></div></form>
            """ : "<p>\(reader[.programmeNoEnd])</p>"
        return ManagedPage(title: reader[.programmeEnd], back: ("/programmes/\(found.id)", .programmeOne)).show(
            page, "<p class=\"lead\">\(found.name), \(reader.days(of: found))</p>\n\(content)")
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (found, today) = (try await page.programme().programme, page.tenancy.now().date())
        guard let version = form.version else { throw Problem(.unprocessableContent, .invalid, "Say the version.") }
        guard found.mayEnd(on: today) else { return .seeOther(page.reader["/programmes/\(found.id)/end"]) }
        do {
            _ = try await page.tenancy.programmes.change(
                found.id, expectedVersions: [version], found: Faults(), by: page.caller
            ) { $0.endsOn = today }
        } catch {
            // Another person has changed it: the page shows its days now.
            guard case .own(.changed) = error else { throw error }
            return .seeOther(page.reader["/programmes/\(found.id)/end"])
        }
        return .seeOther(page.reader["/programmes/\(found.id)?done=\(PageText.programmeEnded.rawValue)"])
    }
}

extension Programme {
    /// Whether it has begun, and goes on after a day.
    func mayEnd(on day: CalendarDate) -> Bool { startsOn <= day && endsOn.map { day < $0 } ?? true }
}
