import BarcodeReader
import Foundation
import Testing

/// Blurred photos of a kit, which zbar can't read but the layout matcher can.
@Suite struct `Soft bars` {
    private func read(_ luma: Luma, characters: Int?) throws -> [String] {
        let layout = characters.map { CodeLayout(characters: $0, length: 19) }
        var reader = try PictureReader()
        return reader.read(luma, budget: longBudget(), layout: layout) { !$0.isEmpty }
            .filter { $0.sightings >= 2 }.map(\.text)
    }

    @Test func `are read by their layout if zbar reads nothing`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        let soft = try sheet.blurred(sigma: 1.7)
        #expect(try read(soft, characters: nil) == [])
        #expect(try read(soft, characters: 18) == [Fixture.kit])
    }

    @Test(arguments: [17, 19, 12])
    func `are not read with another layout`(characters: Int) throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        #expect(try read(try sheet.blurred(sigma: 1.7), characters: characters) == [])
    }

    @Test func `are given up when nothing of them is left`() throws {
        let sheet = try Fixture.luma("kit-grey.png").on(width: 900, height: 700, x: 120, y: 200)
        #expect(try read(try sheet.blurred(sigma: 5), characters: 18) == [])
    }
}
