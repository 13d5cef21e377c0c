/** How far a command is. */

/** Shows it on stderr: one line that changes on a terminal, else its first text, one a minute and the last. */
export interface Progress {
  show(text: string): void;
  /** Keeps the last text on the screen, or clears it if a result follows. */
  end(): void;
}

const terminalMilliseconds = 100;
const logMilliseconds = 60_000;

/** A command that takes less time writes no progress to a log. */
const quietMilliseconds = 5000;

/** `isTransient`: a result follows, which repeats the last text. */
export function progressOn(stream: NodeJS.WriteStream, { isTransient = false } = {}): Progress {
  const every = stream.isTTY ? terminalMilliseconds : logMilliseconds;
  let shownAt = Number.NEGATIVE_INFINITY;
  if (isTransient && !stream.isTTY) shownAt = performance.now() - logMilliseconds + quietMilliseconds;
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
      if (waiting !== undefined && !isTransient) write(waiting);
      if (shown && stream.isTTY) stream.write(isTransient ? '\r\u001b[K' : '\n');
    },
  };
}

export interface Pace {
  /** So many bytes of the file have been read. */
  heard(bytes: number): void;
  /** So many rows have been imported in all. */
  show(rows: number): void;
}

/** How fast an import is, and how long it still takes. A file is read twice, first for its dates: `size` is its bytes. */
export function paceOf(size: number, show: (text: string) => void): Pace {
  let [bytes, startedAt, firstRows] = [0, performance.now(), 0];
  let firstBytes: number | undefined;
  return {
    heard: (more) => {
      bytes += more;
    },
    show(rows) {
      const part = Math.min(1, Math.max(0, bytes / size - 1));
      if (firstBytes === undefined) [startedAt, firstBytes, firstRows] = [performance.now(), bytes, rows];
      const seconds = (performance.now() - startedAt) / 1000;
      const perSecond = seconds > 1 ? Math.round((rows - firstRows) / seconds) : undefined;
      const done = (bytes - firstBytes) / size;
      const left = done > 0 && part < 1 ? Math.ceil((seconds * (1 - part)) / done) : undefined;
      show(
        [
          `${rows} rows, ${Math.floor(100 * part)} %`,
          ...(perSecond === undefined ? [] : [`${perSecond} rows a second`]),
          ...(perSecond === undefined || left === undefined ? [] : [`${left} seconds left`]),
        ].join(', '),
      );
    },
  };
}
