import FairKitCore
import Testing

@Suite struct `A cursor` {
    @Test func `of results round-trips through its text`() throws {
        let result = try Example.result(Example.version(day: CalendarDate(daysSince1970: 20_777)))
        let cursor = ResultCursor(after: result)
        #expect(cursor.description == "2026-11-20~\(result.id)")
        #expect(ResultCursor(cursor.description) == cursor)
    }

    @Test(arguments: Band.allCases)
    func `of alerts round-trips through its text`(band: Band) {
        let alert = Example.alert(Example.version(), band: band)
        let cursor = AlertCursor(after: alert)
        #expect(cursor.urgency?.rank == band.rank(raisedAt: Example.now))
        #expect(AlertCursor(cursor.description) == cursor)
    }

    @Test(arguments: [
        "", "~", "2026-11-20", "2026-11-20~", "~01937000-0000-7000-8000-000000000000", "2026-11-20~x",
        "2026-11-31~01937000-0000-7000-8000-000000000000", "2026-11-20~01937000-0000-7000-8000-000000000000~",
        "0~1~01937000-0000-7000-8000-000000000000",
    ])
    func `of results is not read from a malformed text`(text: String) {
        #expect(ResultCursor(text) == nil)
    }

    @Test(arguments: [
        "", "~~", "4~1~01937000-0000-7000-8000-000000000000", "-1~1~01937000-0000-7000-8000-000000000000",
        "0~x~01937000-0000-7000-8000-000000000000", "0~99999999999999999999~01937000-0000-7000-8000-000000000000",
        "0~1~x", "0~1", "2026-11-20~01937000-0000-7000-8000-000000000000", "x",
    ])
    func `of alerts is not read from a malformed text`(text: String) {
        #expect(AlertCursor(text) == nil)
    }

    @Test(arguments: [(0, 3, 0, Int?.none), (2, 3, 2, nil), (3, 3, 3, nil), (4, 3, 3, 2), (1, 0, 0, nil)])
    func `exists only if there is another page`(found: Int, limit: Int, shown: Int, next: Int?) {
        let page = Page(found: Array(0..<found), limit: limit, cursor: \.self)
        #expect(page.items == Array(0..<shown))
        #expect(page.next == next)
    }
}
