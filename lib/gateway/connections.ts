import type { Socket } from 'node:net';

/**
 * Limits how many connections are open at once. One too many closes the oldest one that has not shown a good key: whoever opens many
 * slow connections loses those, and hardly ever closes one that has just come.
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
