import Hummingbird
package import NIOCore

extension ResponseBody {
    /// Bytes that may wait for a slow client; with TLS each of them is held twice.
    private static let chunk = 32 << 10

    /// A body written in chunks, each one after the client has taken the chunks before.
    ///
    /// - Parameter channel: the channel of the request.
    package init(inChunks buffer: ByteBuffer, on channel: any Channel) {
        guard buffer.readableBytes > ResponseBody.chunk else {
            self.init(byteBuffer: buffer)
            return
        }
        self.init(contentLength: buffer.readableBytes) { writer in
            for chunk in buffer.pieces(of: ResponseBody.chunk) {
                try await writer.write(chunk)
                // Without this wait the writer would run megabytes ahead before it notices that the client reads
                // nothing.
                try await channel.eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
