import ArchivalPDF
import CPango
import Glibc

import enum FairKitCore.DrawingRequest
import struct FairKitCore.PrintedDocument
import struct FairKitCore.TrendChart

/// Draws documents and charts. It runs in a confined worker only: see decision 0005.
package enum Typesetter {
    /// Finds the fonts and loads everything that drawing needs, since the sandbox opens no file.
    ///
    /// Call it once, before the sandbox is entered and before a fork.
    /// - Returns: false if there is no font: then `answer` draws nothing.
    package static func prepare() -> Bool {
        fairkit_log_nothing()
        // Cairo dates files by the local time, for which glibc would look at /etc/localtime each time.
        unsafe setenv("TZ", "UTC0", 1)
        tzset()
        guard Fonts.load() else { return false }
        let sample = PrintedDocument(
            language: "en", title: Fonts.sample, issuer: Fonts.sample,
            blocks: [.heading(Fonts.sample), .paragraph(Fonts.sample), .notice(Fonts.sample)],
            footer: Fonts.sample, createdAt: 0, producer: "FairKit")
        let chart = TrendChart(
            caption: "", unit: "mg/dL",
            points: [TrendChart.Point(day: 0, value: 1, label: "1", low: 1, high: 2, isAbnormal: true)],
            firstDay: Fonts.sample, lastDay: "", rangeLabel: "")
        guard PageFlow(sample).pdf() != nil, draw(.png(chart, language: "en", width: 200)) != .impossible else {
            return false
        }
        awaitThreads()
        return true
    }

    /// Answers the request of a worker.
    ///
    /// - Parameters:
    ///   - bytes: of a `DrawingRequest`, without its first byte.
    ///   - hasFonts: the result of `prepare`.
    /// - Returns: nil if the bytes are no request.
    package static func answer(_ bytes: [UInt8], hasFonts: Bool) -> [UInt8]? {
        guard let request = DrawingRequest(parsing: bytes) else { return nil }
        return (hasFonts ? draw(request) : .noFonts).encoded
    }

    static func draw(_ request: DrawingRequest) -> Drawing {
        let file: [UInt8]? =
            switch request {
            case .pdf(let document): archived(document)
            case .svg(let chart, let language):
                ChartDrawing(chart, language: language).file(.svg)
            case .png(let chart, let language, let width):
                ChartDrawing(chart, language: language)
                    .file(.png(scale: Double(min(max(width, 200), 2400)) / ChartDrawing.width))
            }
        return file.map { .file($0) } ?? .impossible
    }

    private static func archived(_ document: PrintedDocument) -> [UInt8]? {
        guard let pdf = PageFlow(document).pdf() else { return nil }
        let facts = ArchivalPDF.Facts(
            title: document.title.drawable(isOneLine: true), language: document.language,
            createdAt: document.createdAt, producer: document.producer)
        return try? ArchivalPDF(updating: pdf, facts).bytes
    }

    /// Pango asks fontconfig in threads, which end soon. A process forks only with one thread.
    private static func awaitThreads() {
        for _ in 0..<200 {
            var facts = stat()
            // A folder's links are itself, its parent's entry, and one for each thread.
            guard unsafe stat("/proc/self/task", &facts) == 0, facts.st_nlink > 3 else { return }
            usleep(1000)
        }
    }
}
