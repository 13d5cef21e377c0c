import type { IncomingMessage } from 'node:http';

export interface MinimumRate {
  bytesPerSecond: number;
  /** The rate is judged after so many seconds of waiting for the client. */
  seconds: number;
}

interface Watch {
  /** Aborts when the client is too slow. */
  signal: AbortSignal;
  stop(): void;
}

/** Watches how fast a body arrives. Time counts only while the server waits for more bytes: a slow S3 is not the client's fault. */
export function watchRate(request: IncomingMessage, { bytesPerSecond, seconds }: MinimumRate): Watch {
  const { socket } = request;
  const tooSlow = new AbortController();
  let waited = 0;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.readableLength > 0 || request.isPaused()) return;
    waited += 1;
    if (waited < seconds) return;
    if (socket.bytesRead - before < seconds * bytesPerSecond) tooSlow.abort();
    waited = 0;
    before = socket.bytesRead;
  }, 1000);
  return { signal: tooSlow.signal, stop: () => clearInterval(timer) };
}
