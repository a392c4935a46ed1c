import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// The details of a person, which they change themselves. A patient's are those of the record, staff's those of the account.
enum DetailsPage {
    static func show(_ page: PageCall) async throws -> Response {
        guard let id = page.reader.ownRecord else {
            let details = page.reader.own?.account.details
            return staff(page, name: details?.name ?? "", phone: details?.phone ?? "")
        }
        let found = try await page.tenancy.profiles.show(id, by: page.caller).profile
        return draw(page, TypedDetails(found.details), version: found.version)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        guard let id = page.reader.ownRecord else { return try await takeStaff(page, form) }
        let (typed, reader) = (TypedDetails(form), page.reader)
        let wrong = typed.wrong(reader)
        guard wrong.isEmpty, let version = Int(form["version"]) else {
            return draw(page, typed, version: Int(form["version"]) ?? 0, wrong)
        }
        let before = try await page.tenancy.profiles.show(id, by: page.caller).profile
        do {
            let changed = try await page.tenancy.profiles.change(id, expectedVersions: [version], by: page.caller) {
                (profile, _) throws(Invalid) in typed.applied(to: profile.details)
            }
            // Others know the account by the same name until its owner chooses another one.
            if reader.own?.account.details.name == before.details.fullName {
                let name = String(changed.details.fullName.prefix(100))
                _ = try await page.tenancy.ownAccount.change(found: Faults(), by: page.caller) { $0.name = name }
            }
            return .seeOther(reader["/profile/details?done=\(PageText.ownSaved.rawValue)"])
        } catch {
            switch error as? Refusal<VersionMismatch> {
            case .own(let mismatch):
                return draw(
                    page, typed, version: mismatch.current, [Wrong(field: "now", text: reader[.ownConflict])],
                    now: before.details)
            case .invalid(let invalid):
                return draw(page, typed, version: version, TypedDetails.wrong(invalid, reader))
            default: throw error
            }
        }
    }

    /// - Parameter now: what another request has stored since the form was drawn.
    private static func draw(
        _ page: PageCall, _ typed: TypedDetails, version: Int, _ wrong: [Wrong] = [], now: ProfileDetails? = nil
    ) -> Response {
        let reader = page.reader
        let content: HTML = """
            \(now.map { stored($0, reader) })
            \(reader.card(to: "/profile/details"))<input type="hidden" name="version" value="\(version)">
              \(typed.html(for: reader, wrong))
              <button>\(reader[.ownSave])</button>
            </form>
            """
        return OwnPage(
            title: .ownDetails, said: [.ownSaved], wrong: wrong, status: now == nil ? .unprocessableContent : .conflict
        ).show(page, content)
    }

    private static func stored(_ details: ProfileDetails, _ reader: Reader) -> HTML {
        """
        <section class="card" id="now" tabindex="-1"><h2>\(reader[.ownStoredNow])</h2><dl class="facts">
          <dt>\(reader[.ownGivenName])</dt><dd>\(details.givenName)</dd>
          <dt>\(reader[.familyName])</dt><dd>\(details.familyName)</dd>
          <dt>\(reader[.birthDate])</dt><dd>\(reader.day(details.birthDate))</dd>
          <dt>\(reader[.ownSex])</dt><dd>\(reader.language.report.sexes[details.sex])</dd>
          <dt>\(reader[.ownPhone])</dt><dd>\(details.phone ?? "–")</dd>
        </dl></section>
        """
    }

    // MARK: Staff

    private static func takeStaff(_ page: PageCall, _ form: Form) async throws -> Response {
        let (name, phone) = (form.text("name"), form.text("phone"))
        let number = phone.map { PhoneNumber(typed: $0)?.description ?? $0 }
        var wrong: [Wrong] = []
        if name == nil { wrong.append(Wrong(field: "name", text: page.reader[.ownTypeName])) }
        if wrong.isEmpty {
            do {
                _ = try await page.tenancy.ownAccount.change(found: Faults(), by: page.caller) {
                    ($0.name, $0.phone) = (name, number)
                }
                return .seeOther(page.reader["/profile/details?done=\(PageText.ownSaved.rawValue)"])
            } catch {
                guard case .invalid(let invalid) = error else { throw error }
                wrong = TypedDetails.wrong(invalid, page.reader)
            }
        }
        return staff(page, name: form["name"], phone: form["phone"], wrong)
    }

    private static func staff(_ page: PageCall, name: String, phone: String, _ wrong: [Wrong] = []) -> Response {
        let reader = page.reader
        let content: HTML = """
            \(reader.card(to: "/profile/details"))
              \(reader.field("name", .ownNameShown, wrong, with: """
                class="medium" value="\(name)" autocomplete="name" spellcheck="false" required
                """))
              \(TypedDetails.phone(phone, reader, wrong))
              <button>\(reader[.ownSave])</button>
            </form>
            """
        return OwnPage(title: .ownDetails, said: [.ownSaved], wrong: wrong).show(page, content)
    }
}

extension Reader {
    /// The record of a patient; nil: the reader is none.
    var ownRecord: ProfileID? { own?.account.role.profile }
}

extension PageCall {
    /// The same where only a patient has the page.
    var ownRecord: ProfileID {
        get throws {
            guard let id = reader.ownRecord else { throw Problem.notFound }
            return id
        }
    }
}
