/** Doors with a fault, of the kinds that parsers have had or a hurried change would bring: the fuzzer has to notice each. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';
import { boundaryOf, contentTypeWith, framed, parsing } from '../../../../lib/objects/multipart-frame.ts';
import { streamReceiver } from '../../../../lib/objects/receive-stream.ts';
import type { FileHead, ReceivedFile } from '../../../../lib/objects/received-file.ts';
import { type Door, receiverDoor } from './doors.ts';

type ReceiverOf = Parameters<typeof receiverDoor>[1];

type HeldFile = Omit<ReceivedFile, 'place'> & FileHead;

/** The pieces as they came, once all have. */
function piecesOf(body: Readable): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    body.on('data', (piece: Buffer) => pieces.push(piece));
    body.once('end', () => resolve(pieces));
    body.once('close', () => reject(new Error('The client went away')));
  });
}

/** The receiver, once the whole body has come and been changed. */
const onceChanged =
  (change: (pieces: Buffer[], boundary: string) => Buffer[]): ReceiverOf =>
  (body, contentType) =>
  async (rules) => {
    const pieces = change(await piecesOf(body), boundaryOf(contentType) ?? '');
    return streamReceiver(Readable.from(pieces, { objectMode: false }), contentType)(rules);
  };

/** The parser without a frame before it. */
const unframed =
  (choose: (files: HeldFile[]) => HeldFile | undefined): ReceiverOf =>
  (body, contentType) =>
  async (rules) => {
    const boundary = boundaryOf(contentType);
    const file = boundary === undefined ? undefined : choose(await parsed(body, boundary, rules.field));
    if (file && file.size > rules.maximumBytes) throw rules.tooLarge();
    return file && { ...file, place: rules.place(file) };
  };

/** Takes in the files that are not empty; none where the parser refuses the body. */
function parsed(body: Readable, boundary: string, field: string): Promise<HeldFile[]> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({ ...parsing(field), headers: { 'content-type': contentTypeWith(boundary) } });
    const files: Promise<HeldFile>[] = [];
    parser.on('file', (_field, content, name, _encoding, contentType) => {
      files.push(buffer(content).then((bytes) => received(bytes, name, contentType)));
    });
    parser.on('error', () => resolve([]));
    parser.on('finish', () => Promise.all(files).then((all) => resolve(all.filter(({ size }) => size > 0)), reject));
    body.once('error', reject);
    body.pipe(parser);
  });
}

const received = (bytes: Buffer, name: string, contentType: string): HeldFile => ({
  firstBytes: bytes,
  ...{ name, contentType, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  keep: async () => undefined,
  discard: async () => undefined,
});

/** The pieces up to the closing delimiter, cut where they came; none of what is not framed. */
function upToTheEnd(pieces: Buffer[], boundary: string): Buffer[] {
  const whole = Buffer.concat(pieces);
  const body = framed(whole, boundary);
  if (body === undefined) return [];
  const end = whole.indexOf(body) + body.length;
  let from = 0;
  return pieces.flatMap((piece) => {
    const kept = piece.subarray(0, Math.max(0, end - from));
    from += piece.length;
    return kept.length > 0 ? [kept] : [];
  });
}

const first = <T>(files: T[]): T | undefined => files[0];

interface Planted {
  door: Door;
  /** How the fuzzer reports it. */
  noticed: RegExp;
}

const plant = (name: string, noticed: RegExp, receiverOf: ReceiverOf): Planted => ({
  door: receiverDoor(name, lettingGo(receiverOf)),
  noticed,
});

/** Not for an unfinished body: other faults of the door would not show. */
const plantForWhole = (...given: Parameters<typeof plant>): Planted => {
  const { door, noticed } = plant(...given);
  return { door: { ...door, receive: (sent) => door.receive({ ...sent, ends: true }) }, noticed };
};

const lettingGo =
  (receiverOf: ReceiverOf): ReceiverOf =>
  (body, contentType) => {
    const receive = receiverOf(body, contentType);
    return (...given) => receive(...given).finally(() => body.removeAllListeners());
  };

export const planted: readonly Planted[] = [
  plant('a parser that waits for ever on an epilogue', /no answer/, unframed(first)),
  plantForWhole(
    'a parser that loses a header whose end comes in two pieces',
    /not (?:"|undefined)/,
    (body, contentType) =>
      async (...given) => {
        const pieces = upToTheEnd(await piecesOf(body), boundaryOf(contentType) ?? '');
        return pieces.length === 0 ? undefined : unframed(first)(Readable.from(pieces), contentType)(...given);
      },
  ),
  plantForWhole(
    'a receiver that takes the last of several files',
    /not (?:"|undefined)/,
    (body, contentType) =>
      async (...given) => {
        const pieces = upToTheEnd([await buffer(body)], boundaryOf(contentType) ?? '');
        const last = unframed((files) => files.at(-1));
        return pieces.length === 0 ? undefined : last(Readable.from(pieces), contentType)(...given);
      },
  ),
  plantForWhole(
    'a receiver that takes a body that is cut short',
    /not no file/,
    onceChanged((pieces, boundary) => [...pieces, Buffer.from(`\r\n--${boundary}--`)]),
  ),
  plantForWhole(
    'a receiver that loses a carriage return at the end of a piece',
    /./,
    onceChanged((pieces) => pieces.map((piece) => (piece.at(-1) === 13 ? piece.subarray(0, -1) : piece))),
  ),
  plant(
    'a receiver that waits for the end of the body, not for its closing delimiter',
    /went away/,
    onceChanged((pieces) => pieces),
  ),
  {
    door: receiverDoor('a receiver that does not let go of the body', (body, contentType) => {
      body.on('error', () => undefined);
      return streamReceiver(body, contentType);
    }),
    noticed: /still listens to error/,
  },
];
