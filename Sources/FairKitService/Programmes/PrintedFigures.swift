package import FairKitCore
import FairKitStore

extension Programmes {
    /// Figures that the caller has read, as PDF/A.
    package func print(
        _ figures: ProgrammeFigures, in language: Language, by caller: Caller
    ) async throws(Refusal<DrawFailure>) -> [UInt8] {
        let name: DisplayName?
        do { name = try await tenant.signIns.front().clinic.name } catch {
            // It is open to everyone, and refused by the store only.
            guard case .store(let failure) = error else { throw .notFound }
            throw .store(failure)
        }
        let issuer = name ?? DisplayName(of: tenant.name)
        let document = FigureSheet(figures, in: language).document(by: issuer, at: tenant.now())
        do {
            return try await tenant.workers.draw(
                .pdf(document), of: tenant.store.auditTenant, for: "\(caller.subject.id)")
        } catch { throw .own(error) }
    }
}

extension FigureSheet {
    /// As it is printed. It names no person.
    package func document(by issuer: DisplayName, at now: Timestamp) -> PrintedDocument {
        let words = language.figures
        func table(_ rows: [Row]) -> PrintedDocument.Block {
            .table(
                .init(
                    widths: [3, 1], titles: [words.counted, words.people],
                    rows: rows.map { [$0.name, text(of: $0.figure)] }))
        }
        var facts: [PrintedDocument.Fact] = [.init(words.period, days)]
        if let programme = figures.programme {
            facts = [.init(words.programme, programme.name), .init(words.partner, programme.partner)] + facts
            facts.append(.init(words.target, target))
        }
        var blocks: [PrintedDocument.Block] = [
            .facts(facts), .heading(words.people), table(measures),
            .paragraph(words.returned), .heading(words.byFlag), table(byFlag), .paragraph(words.undivided),
        ]
        if !parts.isEmpty {
            blocks += [
                .heading(words.parts),
                .table(
                    .init(
                        widths: [4] + ofParts.map { _ in 2 },
                        titles: [words.period] + ofParts.map { words.measures[$0] },
                        rows: parts.map { part in [part.name] + part.figures.map { text(of: $0) } })),
            ]
        }
        if figures.programme != nil {
            blocks += [
                .heading(words.returns), .paragraph(([verdict] + [perUnit].compactMap(\.self)).joined(separator: ". ")),
                .paragraph(words.formula),
            ]
        }
        if !inputs.isEmpty { blocks.append(.facts(inputs.map { .init($0.label, $0.value) })) }
        blocks += [words.note, counted].compactMap(\.self).map { .paragraph($0) }
        let day = language.text(of: now.date(offset: 0))
        return PrintedDocument(
            language: language.rawValue, title: words.title, issuer: issuer.text, blocks: blocks,
            footer: words.footer.filled(["date": day], in: language), createdAt: now.milliseconds / 1000,
            producer: "FairKit")
    }
}
