import CPango

/// How a text looks.
struct TextStyle {
    /// In points.
    let size: Double
    let isBold: Bool
    let colour: Canvas.Colour

    static let body = TextStyle(size: 10, isBold: false, colour: .text)
    static let strong = TextStyle(size: 10, isBold: true, colour: .text)
    static let label = TextStyle(size: 9, isBold: false, colour: .label)
    static let cell = TextStyle(size: 9, isBold: false, colour: .text)
    static let small = TextStyle(size: 8, isBold: false, colour: .label)
    static let heading = TextStyle(size: 13, isBold: true, colour: .text)
    static let title = TextStyle(size: 20, isBold: true, colour: .text)
}

/// A text that is broken into lines, shaped and ordered by Pango: Arabic from right to left, Devanagari with its
/// ligatures, long words between letters where they don't fit.
@safe struct TextBlock: ~Copyable {
    private let layout: OpaquePointer
    private let style: TextStyle

    /// - Parameters:
    ///   - width: in points; nil: no line is broken.
    ///   - isOneLine: line breaks become spaces.
    init(
        _ text: String, _ style: TextStyle, width: Double?, language: String, isOneLine: Bool = false,
        on canvas: borrowing Canvas
    ) {
        guard let layout = unsafe pango_cairo_create_layout(canvas.context) else {
            preconditionFailure("Pango made no layout")
        }
        unsafe self.layout = unsafe layout
        self.style = style
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family_static(font, "Noto Sans,DejaVu Sans")
        unsafe pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_context_set_language(pango_layout_get_context(layout), pango_language_from_string(language))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        // 2^20 points are more than any page.
        if let width {
            unsafe pango_layout_set_width(layout, Int32(min(max(width, 1), 1_000_000) * Double(PANGO_SCALE)))
        }
        let text = text.drawable(isOneLine: isOneLine)
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
    }

    deinit { unsafe fairkit_unref(UnsafeMutableRawPointer(layout)) }

    var lineCount: Int { unsafe Int(pango_layout_get_line_count(layout)) }

    /// The height of a line, in points.
    var lineHeight: Double { (style.size * 1.42).rounded() }

    var height: Double { Double(lineCount) * lineHeight }

    /// The width of the widest line, in points.
    var width: Double {
        var size = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &size)
        return Double(size.width) / Double(PANGO_SCALE)
    }

    /// Draws lines below each other from a point on, each beginning at the left.
    func draw(_ lines: Range<Int>, x: Double, y: Double, on canvas: borrowing Canvas) {
        canvas.use(style.colour)
        for (row, number) in lines.enumerated() {
            guard let line = unsafe pango_layout_get_line_readonly(layout, Int32(number)) else { continue }
            unsafe cairo_move_to(canvas.context, x, y + Double(row) * lineHeight + style.size * 1.07)
            unsafe pango_cairo_show_layout_line(canvas.context, line)
        }
    }

    func draw(x: Double, y: Double, on canvas: borrowing Canvas) {
        draw(0..<lineCount, x: x, y: y, on: canvas)
    }
}
