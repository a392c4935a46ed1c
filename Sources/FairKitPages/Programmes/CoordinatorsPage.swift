import FairKitCore
import FairKitFrame
import FairKitService

/// Who sees the figures of a programme.
enum CoordinatorsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let found = try await page.programme()
        return try await draw(page, found, Set(found.coordinators.map(\.account)))
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let found = try await page.programme()
        let ticked = try await page.tenancy.programmes.possibleCoordinators(by: page.caller).map(\.account)
            .filter { form["who-\($0)"] == "yes" }
        guard let version = form.version else {
            return try await draw(page, found, Set(ticked), [Wrong(field: "main", text: page.reader[.openAgain])])
        }
        do {
            _ = try await page.tenancy.programmes.setCoordinators(
                of: found.programme.id, to: ticked, expectedVersions: [version], by: page.caller)
        } catch {
            guard case .own(.changed) = error else { throw error }
            return try await draw(page, try await page.programme(), Set(ticked), isLate: true)
        }
        return .seeOther(page.reader["/programmes/\(found.programme.id)?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func draw(
        _ page: PageCall, _ found: ProgrammeView, _ ticked: Set<AccountID>, _ wrong: [Wrong] = [],
        isLate: Bool = false
    ) async throws -> Response {
        let (reader, programme) = (page.reader, found.programme)
        let people = try await page.tenancy.programmes.possibleCoordinators(by: page.caller)
        let boxes = people.map { person -> HTML in
            let name = [person.name, "\(person.email)"].compactMap(\.self).joined(separator: ", ")
            return reader.tick("who-\(person.account)", name, isOn: ticked.contains(person.account))
        }
        var shown = ManagedPage(
            title: reader[.programmeCoordinators], back: ("/programmes/\(programme.id)", .programmeOne),
            wrong: wrong)
        if isLate { shown.now = "<p>\(found.coordinators.map { "\($0.email)" }.joined(separator: ", "))</p>" }
        let content: HTML =
            people.isEmpty
            ? reader.empty(.programmeCoordinators, .programmeCoordinatorsNone, ("/accounts/invite", .inviteTitle))
            : """
            \(reader.card(to: "/programmes/\(programme.id)/coordinators"))\(reader.version(programme.version))
              <p class="hint">\(reader[.programmeCoordinatorsLead])</p>\(boxes)
              <div class="actions"><button>\(reader[.programmeCoordinatorsSave])</button></div></form>
            """
        return shown.show(page, "<p class=\"lead\">\(programme.name)</p>\(content)")
    }
}
