/** Tells on stderr how far a command is: one line that changes on a terminal, else its first text, one a minute and the last. */
export interface Progress {
  show(text: string): void;
  /** Leaves the last text standing. */
  end(): void;
}

const terminalMilliseconds = 100;
const logMilliseconds = 60_000;

export function progressOn(stream: NodeJS.WriteStream): Progress {
  const every = stream.isTTY ? terminalMilliseconds : logMilliseconds;
  let shownAt = Number.NEGATIVE_INFINITY;
  let waiting: string | undefined;
  let shown = false;
  const write = (text: string) => {
    stream.write(stream.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    shown = true;
    waiting = undefined;
  };
  return {
    show(text) {
      waiting = text;
      if (performance.now() - shownAt < every) return;
      shownAt = performance.now();
      write(text);
    },
    end() {
      if (waiting !== undefined) write(waiting);
      if (shown && stream.isTTY) stream.write('\n');
    },
  };
}
