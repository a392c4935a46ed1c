import FairKitCore
import FairKitFrame
import FairKitService

/// When a patient is reminded of the next test: the patient sets it, or a clinician in care.
enum NextTestPage {
    /// What is typed: how the day is found, and the number of months or the day.
    private struct Typed {
        var (plan, months, date) = ("", "", "")
        var wrong: [Wrong] = []

        init(_ test: NextTest?) {
            switch test?.plan {
            case .every(let count): (plan, months) = ("every", "\(count)")
            case .on(let day): (plan, date) = ("on", "\(day)")
            case nil: break
            }
        }

        init(_ form: Form) { (plan, months, date) = (form["plan"], form["months"].trimmed, form["date"]) }
    }

    static func show(_ page: PageCall) async throws -> Response {
        let seen = try await seen(page)
        let test = try await page.ifSeen { () throws(Refusal<Never>) -> NextTestView? in
            try await page.tenancy.profiles.nextTest(of: seen.profile.id, by: page.caller)
        }
        return draw(seen, Typed(test?.test), page)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, seen) = (page.reader, try await seen(page))
        var typed = Typed(form)
        var plan: NextTest.Plan?
        func refuse(_ field: String, _ text: PageText) { typed.wrong.append(Wrong(field: field, text: reader[text])) }
        switch typed.plan {
        case "none": break
        case "every":
            plan = Int(typed.months).flatMap { NextTest.intervals.contains($0) ? .every(months: $0) : nil }
            if plan == nil { refuse("months", .typeMonths) }
        case "on":
            plan = CalendarDate(typed.date).map { .on($0) }
            if plan == nil { refuse("date", .typeTestDay) }
        default: refuse("plan-every", .choosePlan)
        }
        guard typed.wrong.isEmpty else { return draw(seen, typed, page) }
        do {
            if let plan {
                _ = try await page.tenancy.profiles.setNextTest(of: seen.profile.id, to: plan, by: page.caller)
            } else {
                try await page.tenancy.profiles.removeNextTest(of: seen.profile.id, by: page.caller)
            }
        } catch {
            guard case .invalid = error else { throw error }
            refuse("date", .typeTestDay)
            return draw(seen, typed, page)
        }
        let done: PageText = plan == nil ? .nextTestRemoved : .nextTestSet
        return .seeOther(
            reader.profile == nil
                ? reader["/people/\(seen.profile.id)?done=\(done.rawValue)"] : reader["/home?done=\(done.rawValue)"])
    }

    /// The patient, if the reader may set their test.
    private static func seen(_ page: PageCall) async throws -> ProfileView {
        let seen = try await page.tenancy.profiles.show(page.call.id(), by: page.caller)
        guard isSetter(of: seen) else { throw Problem.notFound }
        return seen
    }

    private static func isSetter(of seen: ProfileView) -> Bool { seen.ground == .own || seen.ground == .care }

    // MARK: - Where it is shown

    /// The day on which the test is due, and the way to change it; nil: none is set, and the reader may not.
    static func fact(of seen: ProfileView, _ reader: Reader) -> HTML? {
        let link: HTML? =
            reader.may(.setNextTest) && isSetter(of: seen) ? link(seen.profile.id, seen.nextTestDue, reader) : nil
        guard seen.nextTestDue != nil || link != nil else { return nil }
        return "\(seen.nextTestDue.map { "\(reader.day($0))<br>" as HTML })\(link)"
    }

    static func link(_ person: ProfileID, _ due: CalendarDate?, _ reader: Reader) -> HTML {
        """
        <a href="\(to: reader["/people/\(person)/next-test"])">\(reader[due == nil ? .nextTestAdd : .nextTestChange])</a>
        """
    }

    // MARK: - Markup

    private static func draw(_ seen: ProfileView, _ typed: Typed, _ page: PageCall) -> Response {
        let (reader, id) = (page.reader, seen.profile.id)
        func choice(_ plan: String, _ text: PageText) -> HTML {
            """
            <label class="choice"><input type="radio" id="plan-\(plan)" name="plan" value="\(plan)"\
            \(plan == typed.plan ? " checked" as HTML : nil)><span>\(reader[text])</span></label>
            """
        }
        let isStaff = reader.profile == nil
        return page.show(
            Document(
                title: reader[.nextTestTitle], about: seen.profile.details.fullName,
                tab: isStaff ? .people : .home, refusal: .nextTestNotSet, wrong: typed.wrong,
                person: isStaff ? PatientHeader(of: seen) : nil,
                back: isStaff ? (reader["/people/\(id)"], .patientRecord) : (reader["/home"], .home),
                content: """
                    \(reader.card(to: "/people/\(id)/next-test"))
                      <p class="hint">\(reader[.nextTestLead])</p>
                      <fieldset class="field"><legend>\(reader[.nextTestWhen])</legend>
                      \(choice("every", .nextTestEvery))
                      \(reader.field("months", .nextTestMonths, typed.wrong, with: """
                        class="short" inputmode="numeric" value="\(typed.months)" autocomplete="off"
                        """))
                      \(choice("on", .nextTestOn))
                      \(reader.field("date", .nextTestDay, typed.wrong, with: .day(typed.date)))
                      \(choice("none", .nextTestNone))</fieldset>
                      <div class="actions"><button>\(reader[.nextTestSave])</button></div>
                    </form>
                    """))
    }
}
