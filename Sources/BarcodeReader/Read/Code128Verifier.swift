import CZBar

/// zbar's verdict on symbols that were found in other ways: their widths go through its decoder.
@safe struct Code128Verifier: ~Copyable {
    private let decoder: OpaquePointer

    init() throws(Code128Scanner.Unavailable) {
        guard let decoder = unsafe zbar_decoder_create() else { throw Code128Scanner.Unavailable() }
        _ = unsafe zbar_decoder_set_config(decoder, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        _ = unsafe zbar_decoder_set_config(decoder, ZBAR_CODE128, ZBAR_CFG_ENABLE, 1)
        unsafe self.decoder = unsafe decoder
    }

    deinit { unsafe zbar_decoder_destroy(decoder) }

    /// The text of symbols from start to check; nil if zbar does not accept them, or the text may not be reported.
    func text(of values: [Int]) -> String? {
        unsafe zbar_decoder_reset(decoder)
        let module: UInt32 = 8
        var widths: [UInt32] = [20 * module]
        for value in values + [Code128Symbols.stop] {
            widths += Code128Symbols.widths[value].map { UInt32($0) * module }
        }
        widths += [20 * module, module]
        for width in widths where unsafe zbar_decode_width(decoder, width) == ZBAR_CODE128 {
            guard let data = unsafe zbar_decoder_get_data(decoder) else { return nil }
            let count = unsafe Int(zbar_decoder_get_data_length(decoder))
            return unsafe Symbol.text(of: UnsafeRawBufferPointer(start: data, count: count))
        }
        return nil
    }
}
