import CZip
import Glibc

/// A zip file in memory, made by libzip.
///
/// The same files at the same time give the same bytes.
package struct ZipArchive: Sendable {
    /// One file in it.
    package struct File: Sendable {
        /// With its folders: `photos/a.jpg`.
        package let name: String
        package let bytes: [UInt8]
        /// Whether it is worth compressing: a JPEG is not.
        package let isCompressed: Bool

        package init(name: String, bytes: [UInt8], isCompressed: Bool = true) {
            self.name = name
            self.bytes = bytes
            self.isCompressed = isCompressed
        }
    }

    package let bytes: [UInt8]

    /// - Parameters:
    ///   - files: the files in order, at least one.
    ///   - seconds: the time of the archive in seconds since 1970, stored in UTC.
    package init(_ files: [File], at seconds: Int64) throws(ZipError) {
        let time = DOSTime(seconds)
        let output = try Output()
        let archive = try Archive(writing: output)
        for file in files { try archive.add(file, at: time) }
        try archive.finish()
        bytes = try output.bytes()
    }
}

/// A libzip call failed, most likely for lack of memory.
package struct ZipError: Error, Hashable {
    /// libzip's: `ZIP_ER_MEMORY` is 14.
    package let code: Int

    package init(code: Int) {
        self.code = code
    }
}

/// A time as MS-DOS wrote it, in steps of two seconds, from 1980 to 2107.
struct DOSTime {
    let date: UInt16
    let time: UInt16

    init(_ seconds: Int64) {
        var instant = time_t(min(max(seconds, 315_532_800), 4_354_819_198))
        var parts = unsafe tm()
        unsafe gmtime_r(&instant, &parts)
        date = unsafe UInt16(parts.tm_year - 80) << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
        time = unsafe UInt16(parts.tm_hour) << 11 | UInt16(parts.tm_min) << 5 | UInt16(parts.tm_sec / 2)
    }
}

/// The output buffer, which libzip enlarges as needed.
@safe private struct Output: ~Copyable {
    let source: OpaquePointer

    init() throws(ZipError) {
        var error = unsafe zip_error_t()
        guard let source = unsafe zip_source_buffer_create(nil, 0, 0, &error) else {
            throw ZipError(code: Int(unsafe error.zip_err))
        }
        unsafe self.source = unsafe source
    }

    deinit {
        unsafe zip_source_free(source)
    }

    /// The finished bytes.
    func bytes() throws(ZipError) -> [UInt8] {
        guard unsafe zip_source_open(source) == 0 else { throw failure }
        defer { unsafe zip_source_close(source) }
        guard unsafe zip_source_seek(source, 0, SEEK_END) == 0 else { throw failure }
        let count = Int(unsafe zip_source_tell(source))
        guard count >= 0, unsafe zip_source_seek(source, 0, SEEK_SET) == 0 else { throw failure }
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe zip_source_read(source, &bytes, zip_uint64_t(count)) == count else { throw failure }
        return bytes
    }

    private var failure: ZipError { ZipError(code: Int(unsafe zip_source_error(source).pointee.zip_err)) }
}

/// An archive that is being written; an unfinished one is discarded.
@safe private struct Archive: ~Copyable {
    private var archive: OpaquePointer?

    init(writing output: borrowing Output) throws(ZipError) {
        var error = unsafe zip_error_t()
        guard let archive = unsafe zip_open_from_source(output.source, ZIP_TRUNCATE, &error) else {
            throw ZipError(code: Int(unsafe error.zip_err))
        }
        // The archive releases the output at its end, and so does the output itself.
        unsafe zip_source_keep(output.source)
        unsafe self.archive = unsafe archive
    }

    deinit {
        if let archive = unsafe archive { unsafe zip_discard(archive) }
    }

    func add(_ file: ZipArchive.File, at time: DOSTime) throws(ZipError) {
        // libzip reads it when the archive is finished, and frees it then.
        guard let copy = unsafe malloc(max(file.bytes.count, 1)) else { throw ZipError(code: Int(ZIP_ER_MEMORY)) }
        unsafe file.bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe memcpy(copy, start, bytes.count) }
        }
        guard let source = unsafe zip_source_buffer(archive, copy, zip_uint64_t(file.bytes.count), 1) else {
            unsafe free(copy)
            throw failure
        }
        let index = unsafe zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe zip_source_free(source)
            throw failure
        }
        let method = file.isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
        guard unsafe zip_set_file_compression(archive, zip_uint64_t(index), method, 0) == 0,
            unsafe zip_file_set_dostime(archive, zip_uint64_t(index), time.time, time.date, 0) == 0,
            unsafe zip_file_set_external_attributes(
                archive, zip_uint64_t(index), 0, zip_uint8_t(ZIP_OPSYS_UNIX), Archive.privateFile) == 0
        else { throw failure }
    }

    /// A file for its owner only (Unix mode S_IFREG, 0600); otherwise the unpacking program decides.
    private static let privateFile: zip_uint32_t = 0o100600 << 16

    /// Writes it.
    consuming func finish() throws(ZipError) {
        guard unsafe zip_close(archive) == 0 else { throw failure }
        unsafe archive = nil
    }

    private var failure: ZipError {
        ZipError(code: Int(unsafe zip_error_code_zip(zip_get_error(archive))))
    }
}
