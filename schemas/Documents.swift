import CDocuments

/// What describes FairKit, and the pages that people see, as they stood when this was built.
package enum Documents {
    /// A generated file that the server shows at a path: `openapi.yaml`, or a part of `/docs`.
    package struct Page: Sendable {
        package let path: String
        package let type: String
        package let plain: [UInt8]
        package let gzip: [UInt8]
    }

    /// Everything in `generated/` that is served, copied at each call.
    package static var pages: [Page] {
        var count = 0
        let first = unsafe documentation_pages(&count)
        return unsafe UnsafeBufferPointer(start: first, count: count).map { page in
            unsafe Page(
                path: String(cString: page.path), type: String(cString: page.type), plain: bytes(page.plain),
                gzip: bytes(page.gzip))
        }
    }

    /// `account.css`: the style sheet of the two pages below.
    package static let accountStyle = unsafe bytes(account_style_document())

    /// `alert.html` and `alert.js`: where the links in messages about alerts lead.
    package static let alert = unsafe bytes(alert_document())
    package static let alertScript = unsafe bytes(alert_script_document())

    /// `shared.html` and `shared.js`: where the link of a share leads.
    package static let shared = unsafe bytes(shared_document())
    package static let sharedScript = unsafe bytes(shared_script_document())

    /// `common.js`: what the scripts of pages share.
    package static let commonScript = unsafe bytes(common_script_document())

    /// The style sheet and the script of the pages of `FairKitPages`.
    package static let pageStyle = unsafe bytes(page_style_document())
    package static let pageScript = unsafe bytes(page_script_document())

    /// The operations of the API, one a line, as `schemas/site/operations.py` writes them.
    package static var operations: [UInt8] { unsafe bytes(operations_document()) }

    private static func bytes(_ document: Document) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: document.bytes, count: document.length))
    }
}
