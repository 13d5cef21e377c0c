/** Clients that no HTTP library would make, over plain sockets. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How an exchange has ended: the status of the answer, or why there was none. */
export type Ending = number | 'closed' | 'held open';

const headOf = (port: number, method: string, path: string, headers: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n');

export interface RawRequest {
  method?: string;
  path: string;
  headers: readonly string[];
  body?: Buffer | string;
}

/** Sends a request as it is, reads its answer to the end. */
export function exchange(port: number, { method = 'POST', path, headers, body = '' }: RawRequest): Promise<Ending> {
  const socket = connect(port, '127.0.0.1');
  const ending = endingOf(socket);
  socket.write(headOf(port, method, path, headers));
  socket.write(body);
  return ending;
}

/** Resolves when a connection ends, or at the latest when `limit` has passed. */
function endingOf(socket: Socket, limit = 30_000): Promise<Ending> {
  let text = '';
  return new Promise((resolve) => {
    const end = (otherwise: Ending) => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (?!100)(\d{3})/.exec(text)?.[1];
      resolve(status === undefined ? otherwise : Number(status));
    };
    const timer = setTimeout(() => end('held open'), limit);
    socket.on('data', (chunk) => {
      if (text.length < 1000) text += chunk.toString('latin1');
      if (/\r\nConnection: keep-alive\r\n/i.test(text)) end('closed');
    });
    socket.on('error', () => end('closed'));
    socket.on('close', () => end('closed'));
  });
}

interface SlowClients {
  /** How each has ended, up to now or, at the latest, `seconds` from now. */
  endings(seconds: number): Promise<Ending[]>;
}

/** How many come at a time, and the milliseconds from these to the next. */
const arriving = { atOnce: 50, pause: 50 };

/**
 * Clients of which each sends the beginning of its request, and then a byte a second for as long as it is let. A thousand come
 * in a second.
 */
export async function slowClients(port: number, count: number, beginning: string): Promise<SlowClients> {
  const sockets: Socket[] = [];
  const endings: Promise<Ending>[] = [];
  while (sockets.length < count) {
    for (let some = 0; some < arriving.atOnce && sockets.length < count; some += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      endings.push(endingOf(socket, 600_000));
      socket.write(beginning);
    }
    await sleep(arriving.pause);
  }
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1000);
  return {
    async endings(seconds) {
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy(new Error('held open'));
      }, seconds * 1000);
      const open = new Set<Socket>();
      const given = await Promise.all(
        endings.map(async (ending, index) => {
          const socket = sockets[index];
          socket?.once('error', ({ message }) => message === 'held open' && open.add(socket));
          const ended = await ending;
          return socket && open.has(socket) && ended === 'closed' ? 'held open' : ended;
        }),
      );
      clearTimeout(timer);
      clearInterval(trickle);
      return given;
    },
  };
}

/** The beginning of an upload of 5 MiB, up to the first bytes of its file. */
export const beginningOfUpload = (port: number, path: string, ...headers: string[]): string =>
  [
    headOf(port, 'POST', path, [
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${5 * 1024 * 1024}`,
      ...headers,
    ]),
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nThe beginning',
  ].join('');

/** The beginning of a request with endless headers. */
export const beginningOfHeaders = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Slow: `;
