import Hummingbird
import NIOCore

extension ResponseBody {
    /// Bytes that may wait for a client to read them; with TLS each that waits is there twice.
    private static let chunk = 32 << 10

    /// A body that is written in chunks, the next one when the client has taken those before.
    /// - Parameter channel: the request's.
    init(inChunks buffer: ByteBuffer, on channel: any Channel) {
        guard buffer.readableBytes > ResponseBody.chunk else {
            self.init(byteBuffer: buffer)
            return
        }
        self.init(contentLength: buffer.readableBytes) { writer in
            for chunk in buffer.pieces(of: ResponseBody.chunk) {
                try await writer.write(chunk)
                // The writer returns before the event loop has seen the chunk, and would go on for megabytes before it learns that the client
                // takes nothing.
                try await channel.eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
