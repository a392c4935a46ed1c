import CZBar

/// Finds Code 128 in grey pictures; owns one zbar scanner, which is not safe to share.
@safe package struct Code128Scanner: ~Copyable {
    /// zbar could not build a scanner: there is no memory left.
    package struct Unavailable: Error, Hashable, Sendable {}

    private let scanner: OpaquePointer

    /// Builds the scanner; the other symbologies, QR among them, stay off.
    package init() throws(Unavailable) {
        guard let scanner = unsafe zbar_image_scanner_create() else { throw Unavailable() }
        _ = unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        _ = unsafe zbar_image_scanner_set_config(scanner, ZBAR_CODE128, ZBAR_CFG_ENABLE, 1)
        _ = unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_POSITION, 1)
        // zbar can announce each code on the system bus: never.
        _ = unsafe zbar_image_scanner_request_dbus(scanner, 0)
        unsafe self.scanner = unsafe scanner
    }

    deinit { unsafe zbar_image_scanner_destroy(scanner) }

    /// Reads along every `density`-th row and column, in both directions; corners are in the picture's own pixels.
    /// - Parameter columnDensity: the same for columns, if it is another; 0: none is read.
    package mutating func scan(_ luma: Luma, density: Int = 1, columnDensity: Int? = nil) -> [Symbol] {
        guard let image = unsafe zbar_image_create() else { return [] }
        defer { unsafe zbar_image_destroy(image) }
        _ = unsafe zbar_image_scanner_set_config(
            scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(columnDensity ?? density))
        _ = unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(density))
        unsafe zbar_image_set_format(image, fairkit_zbar_grey())
        unsafe zbar_image_set_size(image, UInt32(luma.width), UInt32(luma.height))
        return unsafe luma.pixels.withUnsafeBytes { pixels in
            unsafe zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
            // The pixels belong to the array, which may move once this closure ends.
            defer { unsafe zbar_image_set_data(image, nil, 0, nil) }
            guard unsafe zbar_scan_image(scanner, image) > 0 else { return [] }
            var symbols: [Symbol] = []
            var next = unsafe zbar_image_first_symbol(image)
            while let symbol = unsafe next {
                if let read = unsafe Self.symbol(symbol) { symbols.append(read) }
                unsafe next = unsafe zbar_symbol_next(symbol)
            }
            return symbols
        }
    }

    /// Copies what zbar has read; nil if it is not a text that may be reported.
    private static func symbol(_ symbol: OpaquePointer) -> Symbol? {
        guard unsafe zbar_symbol_get_type(symbol) == ZBAR_CODE128, let data = unsafe zbar_symbol_get_data(symbol) else {
            return nil
        }
        // A Code 128 may hold a NUL, so the length counts, not the C string.
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(symbol)))
        guard let text = unsafe Symbol.text(of: bytes) else { return nil }
        let points = unsafe (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            unsafe Point(x: Int(zbar_symbol_get_loc_x(symbol, index)), y: Int(zbar_symbol_get_loc_y(symbol, index)))
        }
        // zbar adds one to the quality for each row that gives the same text.
        let rows = unsafe Int(zbar_symbol_get_quality(symbol))
        return Symbol(text: text, corners: corners(around: points), sightings: max(1, rows))
    }

    /// The box around the ends of the rows, clockwise from its upper left corner.
    private static func corners(around points: [Point]) -> [Point] {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            return [Point](repeating: Point(x: 0, y: 0), count: 4)
        }
        return [
            Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom),
        ]
    }
}
