package import FairKitCore

/// When a person's next test is due, on the wire.
package struct NextTestBody: Decodable, JSONBody, Sendable {
    package let dueOn: String
    /// Months after the last test; absent: a date is set.
    package let intervalMonths: Int?
    package let date: String?
    /// `patient` or `clinician`.
    package let setBy: String
    package let setAt: String

    package init(_ test: NextTest, dueOn: CalendarDate) {
        self.dueOn = "\(dueOn)"
        (intervalMonths, date) =
            switch test.plan {
            case .every(let months): (months, nil)
            case .on(let day): (nil, "\(day)")
            }
        setBy = test.isByClinician ? "clinician" : "patient"
        setAt = "\(test.setAt)"
    }
}

/// Sets when a person is reminded of the next test: an interval or a date.
package struct NextTestRequest: Decodable, Sendable {
    package let intervalMonths: Int?
    package let date: String?

    package init(intervalMonths: Int? = nil, date: String? = nil) {
        self.intervalMonths = intervalMonths
        self.date = date
    }
}
