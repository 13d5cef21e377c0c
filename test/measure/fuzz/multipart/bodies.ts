/** Multipart bodies from plain to broken: written part by part, so that it is known what they hold, and then damaged. */
import fc from 'fast-check';
import { type CorpusBody, corpus } from './corpus.ts';
import { fileBytesAtMost, noFile, refusedBeginning, type Sent, type Verdict, verdictOfFile } from './doors.ts';

interface Body {
  contentType: string;
  bytes: Buffer;
  /** What every door must make of it, where that is known. */
  verdict?: Verdict;
}

export const ofCorpus = ({
  contentType = 'multipart/form-data; boundary=b',
  body,
  file,
  refused,
}: CorpusBody): Body => ({
  contentType,
  bytes: Buffer.from(body, 'latin1'),
  verdict:
    refused !== undefined
      ? `refused: ${refused}`
      : file === undefined
        ? noFile
        : verdictOfFile(file.name, file.contentType ?? 'text/plain', Buffer.from(file.content, 'latin1')),
});

const boundaries = fc.oneof(
  fc.constantFrom('b', '-', '--', 'x-y', '------------------------d74496d66958873e', '-'.repeat(70)),
  fc.stringMatching(/^[\w'()+,./:=?-]{1,70}$/),
);

interface Part {
  name: string;
  fileName: string | undefined;
  type: string | undefined;
  headers: string[];
  content: string;
}

/** Never holds a delimiter of its own making: the boundary is not among its pieces. */
const contents = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom('', '\r\n', '\r', '\n', '--', '-', '\r\n--', 'a', '\0', 'ÿ', 'Hello'), { maxLength: 8 })
      .map((pieces) => pieces.join('')),
  },
  {
    weight: 3,
    arbitrary: fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
      maxLength: 60,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${refusedBeginning}...........`,
      'x'.repeat(fileBytesAtMost),
      'x'.repeat(fileBytesAtMost + 1),
      'x'.repeat(17_000),
    ),
  },
);

const parts: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom('file', 'file', 'file', 'other', ''),
  fileName: fc.option(fc.constantFrom('a.txt', '', 'b c.pdf', '%22', 'é.txt', '..'), { nil: undefined }),
  type: fc.option(fc.constantFrom('text/plain', 'image/png', 'application/octet-stream'), { nil: undefined }),
  headers: fc.array(fc.constantFrom('X: y', 'Content-Transfer-Encoding: binary', `X: ${'x'.repeat(300)}`), {
    maxLength: 2,
  }),
  content: contents,
});

function written({ name, fileName, type, headers, content }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const all = [
    `Content-Disposition: form-data; name="${name}"${file}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...headers,
  ];
  return `\r\n${all.join('\r\n')}\r\n\r\n${content}\r\n`;
}

const isFile = ({ name, fileName, type, content }: Part): boolean =>
  name === 'file' && (fileName !== undefined || type === 'application/octet-stream') && content !== '';

function verdictOfParts(all: readonly Part[]): Verdict {
  const file = all.find(isFile);
  if (!file) return noFile;
  const { fileName, type = 'text/plain', content } = file;
  if (content.length > fileBytesAtMost) return 'refused: too large';
  if (content.startsWith(refusedBeginning)) return 'refused: wrong kind';
  // The name's bytes are UTF-8, a name of only a folder is dropped, and a quote is written as browsers do.
  const name = fileName === '..' ? '' : fileName?.replace('%22', '"');
  return verdictOfFile(
    name === undefined ? undefined : Buffer.from(name, 'latin1').toString(),
    type,
    Buffer.from(content, 'latin1'),
  );
}

const quoted = (boundary: string): string => (/^[\w'+.-]+$/.test(boundary) ? boundary : `"${boundary}"`);

/** Bodies with a known verdict. The bytes of their text are UTF-8 if it is a name's. */
const whole: fc.Arbitrary<Body & { boundary: string }> = fc
  .record({
    boundary: boundaries,
    preamble: fc.constantFrom('', '', '', 'preamble\r\n', '\r\n'),
    parts: fc.array(parts, { maxLength: 4 }),
    epilogue: fc.constantFrom('\r\n', '\r\n', '', 'epilogue', '\r\nepilogue\r\n', '--'),
  })
  .filter(({ boundary, parts }) => !parts.some(({ content }) => `\r\n${content}`.includes(`\r\n--${boundary}`)))
  .map(({ boundary, preamble, parts, epilogue }) => {
    const body = [preamble, ...parts.map((part) => `--${boundary}${written(part)}`), `--${boundary}--`, epilogue];
    return {
      boundary,
      contentType: `multipart/form-data; boundary=${quoted(boundary)}`,
      bytes: Buffer.from(body.join(''), 'latin1'),
      verdict: verdictOfParts(parts),
    };
  });

/** What damage puts in: all that means anything in a body. */
const tokens = (boundary: string): fc.Arbitrary<Buffer> =>
  fc
    .oneof(
      fc.constantFrom(
        ...['\r\n', '\r', '\n', '-', '--', '\r\n\r\n', ':', ';', '"', '\\', '=', ' ', '\t', '\0', "'", '*', '%', 'ÿ'],
        ...[`\r\n--${boundary}`, `\r\n--${boundary}--`, `--${boundary}`, `\r\n--${boundary}\r\n`, boundary],
        ...['Content-Disposition:', 'form-data', '; name="file"', '; filename="x"', 'Content-Type: multipart/mixed'],
      ),
      fc.string({ minLength: 1, maxLength: 3 }),
    )
    .map((text) => Buffer.from(text, 'latin1'));

type Damage = (bytes: Buffer) => Buffer;

/** Places in bodies of any length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });

const damages = (boundary: string): fc.Arbitrary<Damage> => {
  const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);
  const range = (bytes: Buffer, a: number, length: number): [number, number] => [at(bytes, a), at(bytes, a) + length];
  const lengths = fc.integer({ min: 1, max: 40 });
  return fc.oneof(
    fc.tuple(place, tokens(boundary)).map(
      ([where, token]): Damage =>
        (bytes) =>
          Buffer.concat([bytes.subarray(0, at(bytes, where)), token, bytes.subarray(at(bytes, where))]),
    ),
    fc.tuple(place, lengths).map(
      ([where, length]): Damage =>
        (bytes) => {
          const [from, to] = range(bytes, where, length);
          return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
        },
    ),
    fc.tuple(place, lengths).map(
      ([where, length]): Damage =>
        (bytes) => {
          const [from, to] = range(bytes, where, length);
          return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
        },
    ),
    place.map(
      (where): Damage =>
        (bytes) =>
          bytes.subarray(0, at(bytes, where)),
    ),
  );
};

const damaged: fc.Arbitrary<Body> = fc
  .oneof(
    whole,
    fc.constantFrom(...corpus).map((each) => ({ ...ofCorpus(each), boundary: 'b' })),
  )
  .chain(({ boundary, contentType, bytes }) =>
    fc.array(damages(boundary), { minLength: 1, maxLength: 4 }).map((all) => ({
      contentType,
      bytes: all.reduce((sofar, damage) => damage(sofar), bytes),
    })),
  );

const bodies: fc.Arbitrary<Body> = fc.oneof({ weight: 1, arbitrary: whole }, { weight: 2, arbitrary: damaged });

/** Where a body is cut on its way: into pieces of one length, or at a few places. */
const cuts: fc.Arbitrary<(bytes: Buffer) => Buffer[]> = fc.oneof(
  fc.integer({ min: 1, max: 80 }).map((length) => (bytes: Buffer) => inPieces(bytes, length)),
  fc.array(place, { maxLength: 6 }).map((places) => (bytes: Buffer) => {
    const at = [0, ...places.map((where) => Math.floor(where * bytes.length)), bytes.length].toSorted((a, b) => a - b);
    return at.slice(1).map((to, index) => bytes.subarray(at[index], to));
  }),
);

/** A long body goes in longer pieces: each takes a turn of the event loop. */
const piecesAtMost = 60;

export function inPieces(bytes: Buffer, length: number): Buffer[] {
  const step = Math.max(length, Math.ceil(bytes.length / piecesAtMost));
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, n) => bytes.subarray(n * step, (n + 1) * step));
}

export interface Sending {
  sent: Sent;
  /** What every door must make of it, where that is known. */
  verdict: Verdict | undefined;
}

export const sendings: fc.Arbitrary<Sending> = fc
  .record({ body: bodies, cut: cuts, ends: fc.constantFrom(true, true, false) })
  .map(({ body: { contentType, bytes, verdict }, cut, ends }) => ({
    sent: { contentType, pieces: cut(bytes).filter(({ length }) => length > 0), ends },
    verdict,
  }));
