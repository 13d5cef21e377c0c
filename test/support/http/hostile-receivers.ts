/** Receivers that break the rules of HTTP, or stretch them. */
import { createServer, type Server, type Socket } from 'node:net';
import { listen } from './servers.ts';

/** A receiver that writes what it likes, once for each piece that it gets. */
export async function socketReceiver(
  answer: (socket: Socket, request: number, text: string) => unknown,
): Promise<{ url: string; server: Server; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let requests = 0;
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        requests += 1;
        answer(socket, requests, bytes.toString());
      });
  });
  return { url: await listen(server), server, sockets };
}

const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
export const late = 'No answer came within 15 seconds';
export const closed = 'The connection was closed before an answer came';
const interim = 'The receiver sent interim answers only';

export const endlessly = (socket: Socket, text: string, pause = 0) => {
  const more = () => socket.writable && socket.write(text, () => setTimeout(more, pause));
  more();
};

const drip = (socket: Socket, text: string) => {
  for (const [index, byte] of [...text].entries())
    setTimeout(() => socket.writable && socket.write(byte), index * 1000).unref();
};

/** Hostile answers by name: how each is written, and the status or the failure that a delivery to it has. */
export const hostileAnswers: readonly [name: string, answer: (socket: Socket) => unknown, outcome: number | string][] =
  [
    ['101', (socket) => socket.write(upgrade), 101],
    ['101, then closes', (socket) => socket.end(upgrade), 101],
    ['101 without an upgrade', (socket) => socket.write('HTTP/1.1 101 X\r\n\r\n'), 101],
    ['100 without an end', (socket) => endlessly(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), interim],
    ['103 now and then', (socket) => endlessly(socket, 'HTTP/1.1 103 X\r\nLink: </>\r\n\r\n', 50), interim],
    ['nothing', () => undefined, late],
    ['garbage', (socket) => socket.end('220 mail.example.com\r\n'), 'The answer is not HTTP'],
    ['a byte of its headers a second', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), late],
    ['a close at once', (socket) => socket.destroy(), closed],
    ['an end at once', (socket) => socket.end(), closed],
    ['a close within its status', (socket) => socket.end('HTTP/1.'), closed],
    ['a close within its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'), closed],
    ['a close within its body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1'), 200],
    ['a redirect to itself', (socket) => socket.end('HTTP/1.1 307 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'), 307],
    ['headers without an end', (socket) => endlessly(socket, `X: ${'y'.repeat(999)}\r\n`), 'The answer is not HTTP'],
    [
      'huge headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(99_999)}\r\n\r\n`),
      'The answer is not HTTP',
    ],
    ['a body without an end', (socket) => socket.write(chunked) && endlessly(socket, '1\r\na\r\n', 5), 200],
    ['trailers without an end', (socket) => socket.write(`${chunked}0\r\n`) && endlessly(socket, 'X: y\r\n', 5), 200],
    ['two answers', (socket) => socket.end('HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'), 500],
    ['the status 000', (socket) => socket.end('HTTP/1.1 000 X\r\n\r\n'), 0],
    ['the status 999', (socket) => socket.end('HTTP/1.1 999 X\r\n\r\n'), 999],
    [
      'two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n1'),
      'The answer is not HTTP',
    ],
  ];
