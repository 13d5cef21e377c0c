/** Reads files of text as they come: their encoding, their lines, and JSON in them. */

/** The byte order marks of UTF-16. TextDecoder itself removes that of UTF-8. */
const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

/** A file is in another encoding than UTF-8, or UTF-16 with its byte order mark. */
export class EncodingError extends Error {
  constructor() {
    super('not UTF-8: save the file as CSV in UTF-8');
  }
}

/** Decodes a file of UTF-8, or of UTF-16 with its byte order mark, and calls `heard` with its bytes. Throws an `EncodingError`. */
export async function* textOf(
  file: AsyncIterable<Uint8Array>,
  heard: (bytes: Uint8Array) => unknown = () => {},
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let start = Buffer.alloc(0);
  try {
    for await (const bytes of file) {
      heard(bytes);
      if (decoder) {
        yield decoder.decode(bytes, { stream: true });
        continue;
      }
      start = Buffer.concat([start, bytes]);
      if (start.length < 2) continue;
      decoder = decoderFor(start);
      yield decoder.decode(start, { stream: true });
    }
    yield decoder ? decoder.decode() : decoderFor(start).decode(start);
  } catch (error) {
    throw error instanceof TypeError ? new EncodingError() : error;
  }
}

function decoderFor(start: Buffer) {
  const mark = start.toString('hex', 0, 2);
  return new TextDecoder(mark === 'fffe' || mark === 'feff' ? utf16[mark] : 'utf-8', { fatal: true });
}

/** A line of a file. */
export interface Line {
  /** From 1. */
  number: number;
  /** How many bytes of the file end with it. */
  end: number;
  /** With its end. Only the beginning of a line that is longer than the longest one. */
  bytes: Buffer;
  isWhole: boolean;
}

/**
 * Reads the lines of a file that are up to `longest` bytes, and the beginnings of longer ones. When a line is returned, `heard` has been
 * called with all bytes of the file up to its end, and with none after it.
 */
export async function* linesOf(
  file: AsyncIterable<Uint8Array>,
  longest = Number.POSITIVE_INFINITY,
  heard: (bytes: Uint8Array) => unknown = () => {},
): AsyncGenerator<Line> {
  let [number, end, length] = [0, 0, 0];
  let pieces: Uint8Array[] = [];
  const take = (piece: Uint8Array) => {
    heard(piece);
    if (length <= longest) pieces.push(piece);
    length += piece.length;
  };
  const lineRead = (): Line => {
    number += 1;
    end += length;
    const line = { number, end, bytes: Buffer.concat(pieces), isWhole: length <= longest };
    [pieces, length] = [[], 0];
    return line;
  };
  for await (const chunk of file) {
    let from = 0;
    for (let to = chunk.indexOf(lineEnd) + 1; to > 0; to = chunk.indexOf(lineEnd, from) + 1) {
      take(chunk.subarray(from, to));
      yield lineRead();
      from = to;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield lineRead();
}

const lineEnd = '\n'.charCodeAt(0);

/** The value of a text of JSON; undefined if it is invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
