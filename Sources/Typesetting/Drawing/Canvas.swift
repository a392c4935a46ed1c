import CPango

/// A cairo surface that writes a file into memory. Lengths are in points, 1/72 inch.
@safe struct Canvas: ~Copyable {
    private let surface: OpaquePointer
    let context: OpaquePointer
    private let sink: Sink
    private let format: Format

    enum Format: Hashable {
        case pdf, svg
        /// Pixels in a point.
        case png(scale: Double)
    }

    struct Colour {
        let red: Double
        let green: Double
        let blue: Double

        static let text = Colour(red: 0.11, green: 0.13, blue: 0.16)
        static let label = Colour(red: 0.35, green: 0.39, blue: 0.44)
        static let line = Colour(red: 0.78, green: 0.81, blue: 0.84)
        static let range = Colour(red: 0.86, green: 0.93, blue: 0.88)
        static let curve = Colour(red: 0.05, green: 0.33, blue: 0.55)
        static let warning = Colour(red: 0.72, green: 0.15, blue: 0.10)
        static let white = Colour(red: 1, green: 1, blue: 1)
    }

    /// Takes the bytes that cairo writes.
    private final class Sink {
        var bytes: [UInt8] = []
        var isFull = false

        static let take:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32
            ) -> cairo_status_t = { target, bytes, count in
                guard let target = unsafe target else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
                guard sink.bytes.count + Int(count) <= Drawing.limit else {
                    sink.isFull = true
                    return CAIRO_STATUS_WRITE_ERROR
                }
                unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }

        /// For as long as the canvas lives, which keeps the sink.
        var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
    }

    /// Cairo never returns nil: what fails is recorded in the surface, and `finished` answers nil.
    init(_ format: Format, width: Double, height: Double) {
        let sink = Sink()
        let made: OpaquePointer? =
            switch format {
            case .pdf: unsafe cairo_pdf_surface_create_for_stream(Sink.take, sink.pointer, width, height)
            case .svg: unsafe cairo_svg_surface_create_for_stream(Sink.take, sink.pointer, width, height)
            case .png(let scale):
                unsafe cairo_image_surface_create(
                    CAIRO_FORMAT_RGB24, Int32((width * scale).rounded()), Int32((height * scale).rounded()))
            }
        guard let surface = unsafe made, let context = unsafe cairo_create(surface) else {
            preconditionFailure("cairo made no surface")
        }
        unsafe self.surface = unsafe surface
        unsafe self.context = unsafe context
        self.sink = sink
        self.format = format
        switch format {
        case .pdf: unsafe cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        case .svg: unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        case .png(let scale): unsafe cairo_scale(context, scale, scale)
        }
        if format != .pdf { fill(x: 0, y: 0, width: width, height: height, .white) }
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    /// The file; nil if cairo failed or it is too long.
    consuming func finished() -> [UInt8]? {
        if case .png = format {
            guard unsafe cairo_surface_write_to_png_stream(surface, Sink.take, sink.pointer) == CAIRO_STATUS_SUCCESS
            else { return nil }
        }
        unsafe cairo_surface_finish(surface)
        let isDone =
            unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS
            && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        return isDone && !sink.isFull ? sink.bytes : nil
    }

    /// Ends a page and begins the next.
    func endPage() { unsafe cairo_show_page(context) }

    /// Draws what belongs to one element of the document's structure (ISO 32000-1, 14.8.4): `P`, `H1`, `Table`.
    func tagged(_ name: String, _ draw: () -> Void) {
        begin(name)
        draw()
        end(name)
    }

    /// Begins an element of the structure, in which others may begin.
    func begin(_ name: String) { if format == .pdf { unsafe cairo_tag_begin(context, name, "") } }

    /// Ends the element that began last.
    func end(_ name: String) { if format == .pdf { unsafe cairo_tag_end(context, name) } }

    func fill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
        use(colour)
        unsafe cairo_rectangle(context, x, y, width, height)
        unsafe cairo_fill(context)
    }

    /// Strokes a line through points.
    func line(_ points: [(x: Double, y: Double)], width: Double, _ colour: Colour) {
        guard let first = points.first else { return }
        use(colour)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_move_to(context, first.x, first.y)
        for point in points.dropFirst() { unsafe cairo_line_to(context, point.x, point.y) }
        unsafe cairo_stroke(context)
    }

    func disc(x: Double, y: Double, radius: Double, _ colour: Colour) {
        use(colour)
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
        unsafe cairo_fill(context)
    }

    func diamond(x: Double, y: Double, radius: Double, _ colour: Colour) {
        use(colour)
        unsafe cairo_move_to(context, x, y - radius)
        unsafe cairo_line_to(context, x + radius, y)
        unsafe cairo_line_to(context, x, y + radius)
        unsafe cairo_line_to(context, x - radius, y)
        unsafe cairo_close_path(context)
        unsafe cairo_fill(context)
    }

    func use(_ colour: Colour) {
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    }
}
