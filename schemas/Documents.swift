import CDocuments

/// What describes the API, and the pages that people see, as they stood in `schemas/` when this was built.
package enum Documents {
    /// `openapi.yaml`.
    package static let openAPI = unsafe bytes(openapi_document())
    /// `docs.html`: the same to read.
    package static let docs = unsafe bytes(docs_document())
    /// `docs.csp`: the Content-Security-Policy of `docs.html`, which holds the hash of its style.
    package static let docsPolicy = unsafe String(decoding: bytes(docs_policy_document()), as: UTF8.self)

    /// `account.html`, `account.css` and `account.js`: where the links in mails about accounts lead.
    package static let account = unsafe bytes(account_document())
    package static let accountStyle = unsafe bytes(account_style_document())
    package static let accountScript = unsafe bytes(account_script_document())

    private static func bytes(_ document: Document) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: document.bytes, count: document.length))
    }
}
