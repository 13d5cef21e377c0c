/** How fast an import is, and how long it still takes. */

export interface Pace {
  /** So many bytes of the file have been read. */
  heard(bytes: number): void;
  /** So many rows have been imported in all. */
  show(rows: number): void;
}

/** A file is read twice, first for its dates: `size` is its bytes. */
export function paceOf(size: number, show: (text: string) => void): Pace {
  let [bytes, begunAt, begunRows] = [0, performance.now(), 0];
  let begunBytes: number | undefined;
  return {
    heard: (more) => {
      bytes += more;
    },
    show(rows) {
      const part = Math.min(1, Math.max(0, bytes / size - 1));
      if (begunBytes === undefined) [begunAt, begunBytes, begunRows] = [performance.now(), bytes, rows];
      const seconds = (performance.now() - begunAt) / 1000;
      const perSecond = seconds > 1 ? Math.round((rows - begunRows) / seconds) : undefined;
      const done = (bytes - begunBytes) / size;
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
