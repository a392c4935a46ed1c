import CCurl
import FairKitCore

/// A libcurl handle with its connection. It blocks, and only one thread uses it at a time.
@safe struct SMTPConnection: ~Copyable {
    private let curl: UnsafeMutableRawPointer
    private let server: SMTPServer

    /// The time limits in seconds: to connect, including TLS, and for a whole message.
    private static let timeouts = (connecting: 10, sending: 30)

    private static let hasBegun = fairkit_curl_begin() == CURLE_OK

    /// nil if libcurl can't start. The first message opens the connection.
    init?(to server: SMTPServer) {
        guard SMTPConnection.hasBegun, let curl = unsafe curl_easy_init() else { return nil }
        unsafe self.curl = unsafe curl
        self.server = server
        set(CURLOPT_URL, server.url)
        set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // Proxies of the environment are ignored. Signals are off, because the process has other threads.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT, SMTPConnection.timeouts.connecting)
        set(CURLOPT_TIMEOUT, SMTPConnection.timeouts.sending)
        set(CURLOPT_USE_SSL, server.security == .none ? fairkit_curl_no_tls : fairkit_curl_tls_for_all)
        set(CURLOPT_SSLVERSION, fairkit_curl_tls_1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = server.authorities {
            set(CURLOPT_CAINFO, authorities)
            // Otherwise the system's authorities would be trusted, too.
            unsafe fairkit_curl_set_text(curl, CURLOPT_CAPATH, nil)
        }
        if let login = server.login {
            set(CURLOPT_USERNAME, login.user)
            set(CURLOPT_PASSWORD, login.password)
        }
    }

    deinit {
        unsafe curl_easy_cleanup(curl)
    }

    /// Sends one message, and waits until the server has accepted or refused it.
    func send(_ upload: MailUpload, from: MailAddress, to: MailAddress) -> SendAnswer {
        guard !upload.wasCancelled else { return SendAnswer(.stopped) }
        guard let recipients = unsafe curl_slist_append(nil, "<\(to)>") else { return SendAnswer(.unreachable) }
        defer { unsafe curl_slist_free_all(recipients) }
        set(CURLOPT_MAIL_FROM, "<\(from)>")
        unsafe fairkit_curl_set_list(curl, CURLOPT_MAIL_RCPT, recipients)
        unsafe fairkit_curl_set_upload(curl, readMail, isMailCancelled, Unmanaged.passUnretained(upload).toOpaque())
        let code = withExtendedLifetime(upload) { unsafe curl_easy_perform(curl) }
        let status = unsafe fairkit_curl_status(curl)
        return SendAnswer(code, status: Int(status), upload)
    }

    private func set(_ option: CURLoption, _ text: String) {
        unsafe fairkit_curl_set_text(curl, option, text)
    }

    private func set(_ option: CURLoption, _ number: Int) {
        unsafe fairkit_curl_set_number(curl, option, number)
    }
}

/// libcurl calls it for the next bytes; the context is a `MailUpload`.
private let readMail: curl_read_callback = { buffer, size, count, context in
    guard let buffer = unsafe buffer, let context = unsafe context else { return fairkit_curl_abort }
    let upload = unsafe Unmanaged<MailUpload>.fromOpaque(context).takeUnretainedValue()
    return unsafe upload.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// libcurl calls it several times a second; any result but 0 cancels the transfer.
private let isMailCancelled: curl_xferinfo_callback = { context, _, _, _, _ in
    guard let context = unsafe context else { return 1 }
    return unsafe Unmanaged<MailUpload>.fromOpaque(context).takeUnretainedValue().wasCancelled ? 1 : 0
}

extension SendAnswer {
    /// The outcome of libcurl's result and of the last status of the server.
    fileprivate init(_ code: CURLcode, status: Int, _ upload: MailUpload) {
        let said = status > 0 ? status : nil
        switch code {
        case CURLE_OK: self.init(.accepted, status: said)
        case CURLE_ABORTED_BY_CALLBACK: self.init(.stopped)
        case CURLE_COULDNT_RESOLVE_HOST: self.init(.unknownHost)
        case CURLE_COULDNT_CONNECT: self.init(.unreachable)
        case CURLE_OPERATION_TIMEDOUT: self.init(.timeout)
        case CURLE_USE_SSL_FAILED: self.init(.withoutTLS)
        case CURLE_LOGIN_DENIED: self.init(.unauthorized, status: said)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            self.init(.tlsError)
        // The response to MAIL, RCPT or DATA, or to the message itself.
        case CURLE_SEND_ERROR where said != nil, CURLE_WEIRD_SERVER_REPLY where upload.hasBegun:
            self.init(SendOutcome(refusal: status), status: said)
        // The greeting, or the response to EHLO.
        default: self.init(.disconnected, status: said)
        }
    }
}

extension SendOutcome {
    /// The outcome of a status with which the server refuses a message (RFC 5321, 4.2; RFC 4954, 6).
    fileprivate init(refusal status: Int) {
        switch status {
        case 530, 534, 535, 538: self = .unauthorized
        case 500..<600: self = .refused
        case 400..<500: self = .postponed
        // The connection broke after a success status.
        default: self = .disconnected
        }
    }
}
