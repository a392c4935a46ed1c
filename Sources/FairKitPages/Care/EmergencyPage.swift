import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import Logging

/// Break-glass: a clinician opens the record of a patient who is not in their care, and says why.
enum EmergencyPage {
    /// The form for a patient whose record the clinician can't name by a link.
    static func show(_ page: PageCall) async throws -> Response { page.show(document(EmergencyForm(), page.reader)) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var typed = EmergencyForm(form, reader)
        guard let search = typed.search(reader), typed.wrong.isEmpty else { return page.show(document(typed, reader)) }
        if let id = try await inCare(search, page) {
            return .seeOther(reader["/people/\(id)?done=\(PageText.alreadyInCare.rawValue)"])
        }
        do {
            return opened(
                try await page.tenancy.emergencies.open(search, reason: typed.reason, by: page.caller), page)
        } catch {
            switch error {
            case .notFound: typed.refuse("familyName", .noOneFits, reader)
            case .invalid: typed.refuse("givenName", .severalFit, reader)
            default: throw error
            }
        }
        return page.show(document(typed, reader))
    }

    /// The patient whom the values name, if they are in the reader's care: no emergency is needed for what is open.
    private static func inCare(_ search: ProfileSearch, _ page: PageCall) async throws -> ProfileID? {
        let found = try await page.tenancy.profiles.search(search, by: page.caller)
        guard let id = found.first?.profile.id, found.count == 1 else { return nil }
        return try await page.tenancy.profiles.show(id, by: page.caller).ground == .care ? id : nil
    }

    private static func document(_ form: EmergencyForm, _ reader: Reader) -> Document {
        let lead: HTML = "<p class=\"lead\">\(reader[.emergencyLead])</p>"
        let content = form.html(reader["/emergency"], asking: true, back: reader["/people"], reader)
        return document(.emergencyFind, .ok, form, "\(lead)\(content)", reader)
    }

    /// The page of a record that the clinician may not see. It says the same about a record that does not exist.
    static func offer(_ id: ProfileID, _ form: EmergencyForm, _ reader: Reader) -> Document {
        let lead: HTML = "<p class=\"lead\">\(reader[.notInYourCareWhy])</p><p>\(reader[.emergencyLead])</p>"
        let content = form.html(reader["/people/\(id)/emergency"], asking: false, back: reader["/people"], reader)
        return document(.notInYourCare, .notFound, form, "\(lead)\(content)", reader)
    }

    private static func document(
        _ title: PageText, _ status: HTTPResponse.Status, _ form: EmergencyForm, _ content: HTML, _ reader: Reader
    ) -> Document {
        Document(
            title: reader[title], tab: .people, status: form.wrong.isEmpty ? status : nil, refusal: .notOpened,
            wrong: form.wrong, back: (reader["/people"], .patients), content: content)
    }

    static func open(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let typed = EmergencyForm(form, reader)
        guard typed.wrong.isEmpty else { return page.show(offer(id, typed, reader)) }
        return opened(try await page.tenancy.emergencies.open(id, reason: typed.reason, by: page.caller), page)
    }

    static func end(_ page: PageCall, _ form: Form) async throws -> Response {
        _ = try await page.tenancy.emergencies.close(page.call.id(), by: page.caller)
        return .seeOther(page.reader["/people?done=\(PageText.recordClosed.rawValue)"])
    }

    /// - Parameter alert: where to go on; nil: at the record.
    static func opened(_ made: Creation<OpenedRecord>, _ page: PageCall, to alert: AlertID? = nil) -> Response {
        let glass = made.value.glass
        if !made.isRepeated {
            let facts: Logger.Metadata = [
                "breakGlass": "\(glass.id)", "account": "\(glass.account)", "profile": "\(glass.profile)",
            ]
            page.call.context.logger.notice("a clinician opened a record in an emergency", metadata: facts)
            if !made.value.isHeard {
                page.call.context.logger.error(
                    "no administrator has an account, so no administrator was told of an emergency access",
                    metadata: facts)
            }
        }
        let done: PageText = made.value.isHeard ? .recordOpened : .recordOpenedUnheard
        return .seeOther(
            alert.map { page.reader["/alerts/\($0)?done=\(done.rawValue)"] }
                ?? page.reader["/people/\(glass.profile)?done=\(done.rawValue)"])
    }
}
