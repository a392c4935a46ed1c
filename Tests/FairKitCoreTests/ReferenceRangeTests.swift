import FairKitCore
import Testing

@Suite struct `The reference range in force` {
    let laboratory = LaboratoryID.new(at: Timestamp(milliseconds: 1))
    let stranger = LaboratoryID.new(at: Timestamp(milliseconds: 2))

    func range(
        _ low: Int64, unit: AATUnit = .milligramsPerDecilitre, laboratory: LaboratoryID? = nil, method: String? = nil,
        age: (Int?, Int?) = (nil, nil), from: Int = 0
    ) -> ReferenceRange {
        ReferenceRange(
            unit: unit, low: Thousandths(count: low), high: Thousandths(count: low + 1),
            criticalMultiple: ReferenceRange.standardMultiple, laboratoryID: laboratory, method: method, fromAge: age.0,
            toAge: age.1, validFrom: CalendarDate(daysSince1970: from))
    }

    func low(_ ranges: [ReferenceRange], method: String? = "nephelometry", age: Int? = 40, day: Int = 1000) -> Int64? {
        let sample = ReferenceRange.Circumstances(
            unit: .milligramsPerDecilitre, laboratoryID: laboratory, method: method, age: age,
            testDate: CalendarDate(daysSince1970: day))
        let chosen = ReferenceRange.inForce(ranges, for: sample)
        #expect(
            ReferenceRange.inForce(ranges.reversed(), for: sample) == chosen, "the order of the table does not matter")
        return chosen?.low.count
    }

    @Test func `is missing if there is none for the unit`() {
        #expect(low([]) == nil)
        #expect(low([range(1, unit: .gramsPerLitre)]) == nil)
    }

    @Test func `is the laboratory's own, else the method's, else the age's, else the general one`() {
        let all = [
            range(1), range(2, age: (18, nil)), range(3, method: "nephelometry"), range(4, laboratory: laboratory),
            range(5, laboratory: laboratory, method: "nephelometry"),
        ]
        for count in 1...all.count { #expect(low(Array(all.prefix(count))) == Int64(count)) }
    }

    @Test func `is never another laboratory's or another method's`() {
        let all = [range(1), range(2, laboratory: stranger), range(3, method: "turbidimetry")]
        #expect(low(all) == 1)
        #expect(low([range(3, method: "nephelometry"), range(1)], method: nil) == 1)
    }

    @Test func `is, among equals, the one that came into force last, but not in the future`() {
        let all = [range(1, from: 0), range(2, from: 1000), range(3, from: 1001)]
        #expect(low(all, day: 999) == 1)
        #expect(low(all, day: 1000) == 2)
        #expect(low(all, day: 1001) == 3)
        #expect(low([range(1, from: 5)], day: 4) == nil)
    }

    @Test func `ends, and is replaced by one of the same day that was added later`() {
        func range(_ low: Int64, number: Int, to end: Int? = nil, sex: AdministrativeSex? = nil, age: Int? = nil)
            -> ReferenceRange
        {
            ReferenceRange(
                number: number, unit: .milligramsPerDecilitre, low: Thousandths(count: low),
                high: Thousandths(count: low + 1), criticalMultiple: ReferenceRange.standardMultiple, laboratoryID: nil,
                method: nil, fromAge: age, toAge: nil, sex: sex, validFrom: CalendarDate(daysSince1970: 0),
                validTo: end.map { CalendarDate(daysSince1970: $0) })
        }
        #expect(low([range(1, number: 1), range(2, number: 2)]) == 2)
        #expect(low([range(1, number: 1), range(2, number: 2, to: 1000)]) == 1, "the end is excluded")
        #expect(low([range(1, number: 1), range(2, number: 2, to: 1001)]) == 2)
        let sample = ReferenceRange.Circumstances(
            unit: .milligramsPerDecilitre, laboratoryID: laboratory, method: nil, age: 40, sex: .female,
            testDate: CalendarDate(daysSince1970: 1000))
        let all = [range(1, number: 3), range(2, number: 2, age: 18), range(3, number: 1, sex: .female)]
        #expect(ReferenceRange.inForce(all, for: sample)?.low.count == 3, "the sex counts more than the age")
        #expect(low(all) == 2, "a range for one sex is not for a patient of unknown sex")
    }

    @Test(arguments: [(0, 1), (17, 1), (18, 2), (64, 2), (65, 3), (120, 3)])
    func `depends on completed years, the end excluded`(age: Int, expected: Int64) {
        #expect(
            low([range(1, age: (nil, 18)), range(2, age: (18, 65)), range(3, age: (65, nil))], age: age) == expected)
    }

    @Test func `for an unknown age has no age limits`() {
        #expect(low([range(1), range(2, age: (18, nil)), range(3, age: (nil, 18))], age: nil) == 1)
    }
}
