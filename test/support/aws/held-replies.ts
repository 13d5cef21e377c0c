/**
 * Engines that take as long to answer as their caller needs to send all that it can send: every reply is held until the caller
 * is idle, and all that are held then go out together. So calls that do not wait for one another share a delay, however long that
 * is, and the delays are the round trips that one request takes one after the other. Nothing is measured by a clock.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { listen } from '../http/servers.ts';

export class HeldReplies {
  /** What was asked for before replies went out, a list for each time that they did. */
  readonly asked: string[][] = [];
  readonly #isIdle: () => Promise<unknown>;
  readonly #servers: Server[] = [];
  /** Connections that have not asked for anything yet. */
  readonly #silent = new Set<Socket>();
  #held: (() => void)[] = [];
  #names: string[] = [];
  /** Requests with replies still to come from the engine. */
  #underWay = 0;
  /** Rises with everything that happens. */
  #events = 0;
  #isWaiting = false;
  #isStopped = false;

  /** `isIdle` is fulfilled when the caller does nothing any more but wait. */
  constructor(isIdle: () => Promise<unknown>) {
    this.#isIdle = isIdle;
  }

  /** Stands before an engine. Gives the address to use in place of its own. */
  async before(engine: string): Promise<string> {
    const server = createServer((incoming, reply) => this.#pass(engine, incoming, reply));
    server.on('connection', (socket) => this.#opened(socket));
    this.#servers.push(server);
    return listen(server);
  }

  /** From here on delays are counted again. */
  begin(): void {
    this.asked.length = 0;
  }

  stop(): void {
    this.#isStopped = true;
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  #opened(socket: Socket): void {
    this.#events += 1;
    this.#silent.add(socket);
    socket.once('close', () => {
      this.#silent.delete(socket);
      void this.#settle();
    });
  }

  async #pass(engine: string, incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    this.#events += 1;
    this.#underWay += 1;
    this.#silent.delete(incoming.socket);
    const body = await buffer(incoming);
    const { method, url } = incoming;
    // An engine answers only to its own address.
    const { host: _, ...headers } = incoming.headers;
    this.#names.push(String(headers['x-amz-target'] ?? `S3 ${method} ${url}`).replace(/^\w+\./, ''));
    const { hostname, port } = new URL(engine);
    const onward = request({ hostname, port, method, path: url, headers }, async (answer) => {
      const answered = await buffer(answer);
      this.#underWay -= 1;
      this.#events += 1;
      this.#held.push(() => reply.writeHead(answer.statusCode ?? 500, answer.headers).end(answered));
      void this.#settle();
    });
    onward.end(body);
  }

  async #settle(): Promise<void> {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    let seen = -1;
    while (seen !== this.#events) {
      seen = this.#events;
      await this.#isIdle();
      // What the caller has written before it was idle arrives.
      await turn();
      await turn();
    }
    this.#isWaiting = false;
    // Otherwise something is still to come, which settles it.
    if (this.#underWay === 0 && this.#silent.size === 0) this.#release();
  }

  #release(): void {
    if (this.#held.length === 0) return;
    this.asked.push(this.#names);
    const held = this.#held;
    this.#held = [];
    this.#names = [];
    for (const send of held) send();
  }
}
