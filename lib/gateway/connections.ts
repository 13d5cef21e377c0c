import type { Socket } from 'node:net';

/**
 * So many connections at once. Where one is too many, the oldest goes that has not shown a good key: whoever fills them with
 * slow strangers closes those, and hardly ever somebody who has just come.
 */
export class Connections {
  readonly #atMost: number;
  readonly #strangers = new Set<Socket>();
  readonly #known = new Set<Socket>();

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** A server's `connection`. */
  readonly add = (socket: Socket): void => {
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#known.delete(socket);
    });
    if (this.#strangers.size + this.#known.size <= this.#atMost) return;
    const [oldest] = this.#strangers;
    oldest?.destroy();
  };

  /** A key has proved good on this connection. */
  know(socket: Socket): void {
    if (this.#strangers.delete(socket)) this.#known.add(socket);
  }
}
