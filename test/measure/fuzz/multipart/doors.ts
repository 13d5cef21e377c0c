/** The doors a multipart body comes through, each as what it makes of a body: the file that it takes in, or why it takes none. */
import { createHash } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { portOf } from '../../../../bin/local/engines/ports.ts';
import { startServer } from '../../../../bin/local/server.ts';
import type { EndpointContext } from '../../../../lib/chain/exchange.ts';
import { multipartBody } from '../../../../lib/chain/multipart.ts';
import { isLargeUpload, streaming } from '../../../../lib/gateway/connections.ts';
import { gateway } from '../../../../lib/gateway/gateway.ts';
import { proxyEvent } from '../../../../lib/gateway/proxy-event.ts';
import type { Receive } from '../../../../lib/objects/received-file.ts';
import { uploadDigitalFile } from '../../../../lib/resources/digital-files/operations.ts';

export interface Sent {
  contentType: string;
  /** As they arrive. */
  pieces: readonly Buffer[];
  /** Whether the client ends the body after them, or waits for its answer and goes away where none comes. */
  ends: boolean;
}

/** The file as it was taken in, `no file`, or why not. */
export type Verdict = string;

export interface Door {
  name: string;
  /** Takes bodies in while they arrive, so that it can refuse them before it has seen their end. */
  streams: boolean;
  receive(sent: Sent): Promise<Verdict>;
}

export const fileBytesAtMost = 4000;

/** What no door takes in, for the sake of the rules that end a reception early. */
export const refusedBeginning = 'GIF89a';

class Refusal extends Error {}

const rules: Parameters<Receive>[0] = {
  field: 'file',
  maximumBytes: fileBytesAtMost,
  tooLarge: () => new Refusal('too large'),
  place({ firstBytes, contentType }) {
    if (firstBytes.toString('latin1').startsWith(refusedBeginning)) throw new Refusal('wrong kind');
    return { key: 'nowhere', contentType };
  },
  isStored: true,
};

export const verdictOfFile = (name: string | undefined, contentType: string, content: Buffer): Verdict =>
  `${JSON.stringify(name)} ${contentType} ${content.length} ${createHash('sha256').update(content).digest('hex')}`;

export const noFile: Verdict = 'no file';

/** No object is made of the file: what is small enough never goes to the bucket before. */
async function verdictOf(receive: Receive | undefined): Promise<Verdict> {
  try {
    const file = await receive?.(rules);
    if (!file) return noFile;
    await file.discard();
    return `${JSON.stringify(file.name)} ${file.contentType} ${file.size} ${file.sha256}`;
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`;
    return error instanceof Error ? `failed: ${error.message}` : `failed: ${error}`;
  }
}

export const wentAway: Verdict = 'failed: The client went away';
const noAnswer: Verdict = 'no answer';

/** Turns of the event loop in which a door answers what has arrived; twenty times what any body takes. */
const turnsAtMost = 60;

/** A piece is a write to the socket, and a turn. */
const writesAtMost = 6;

/** The outcome of the work within its turns; `noAnswer` if it has not ended by then. */
async function interleave(work: Promise<Verdict>): Promise<Verdict> {
  let verdict: Verdict | undefined;
  const ended = work.then((value) => {
    verdict = value;
  });
  for (let turn = 0; turn < turnsAtMost && verdict === undefined; turn += 1) await nextTurn();
  if (verdict === undefined) return noAnswer;
  await ended;
  return verdict;
}

/** An event with the whole body, as API Gateway makes it. */
const eventOf = (contentType: string, body: Buffer) =>
  proxyEvent(
    uploadDigitalFile,
    { id: 'pro_1', variant_id: 'prv_1' },
    { method: 'POST', target: '/', headers: [['Content-Type', contentType]], body },
  );

const bodyParser = multipartBody(uploadDigitalFile.upload?.field ?? '');

async function verdictOfEvent(event: ReturnType<typeof eventOf>): Promise<Verdict> {
  const { receive } = await bodyParser.before({}, { event, context: {} as EndpointContext });
  return verdictOf(receive);
}

/** The function, to which the gateway hands a body only when it has ended. */
export const functionDoor: Door = {
  name: 'the function',
  streams: false,
  receive: ({ contentType, pieces }) => interleave(verdictOfEvent(eventOf(contentType, Buffer.concat(pieces)))),
};

/** A receiver of a body that arrives; it must release the body once it has answered. */
export const receiverDoor = (name: string, receiverOf: (body: Readable, contentType: string) => Receive): Door => ({
  name,
  streams: true,
  async receive({ contentType, pieces, ends }) {
    const body = new Readable({ read: () => undefined });
    for (const piece of pieces) body.push(piece);
    if (ends) body.push(null);
    const work = verdictOf(receiverOf(body, contentType));
    let verdict = await interleave(work);
    if (verdict === noAnswer && !ends) {
      body.destroy();
      verdict = await interleave(work);
    }
    const held = ['data', 'readable', 'end', 'error', 'close'].filter((event) => body.listenerCount(event) > 0);
    return held.length > 0 && verdict !== noAnswer ? `${verdict}, and still listens to ${held.join(', ')}` : verdict;
  },
});

export interface HttpDoors {
  doors: Door[];
  /** Ends the server; answers with how many connections were left. */
  stop(): Promise<number>;
}

/**
 * The gateway of the local server and of the upload container over sockets: a body of a given length goes to the function,
 * one that arrives in chunks to the receiver.
 */
export async function startHttpDoors(): Promise<HttpDoors> {
  const reply = (verdict: Verdict) => ({ statusCode: 200, headers: {}, body: verdict });
  const gone = new Set<string>();
  const door = gateway(
    [uploadDigitalFile],
    async (_name, event, arriving) => {
      if (!arriving) return reply(await verdictOfEvent(event));
      const verdict = await verdictOf(streaming(arriving).receive);
      if (verdict === wentAway) gone.add(event.headers['x-body'] ?? '');
      return reply(verdict);
    },
    isLargeUpload,
  );
  const server = await startServer(0, [door]);
  const port = portOf(server);
  const agent = new Agent({ keepAlive: true });
  let bodies = 0;

  const send = async ({ contentType, pieces, ends }: Sent, lengthHeaders: object): Promise<Verdict> => {
    bodies += 1;
    const id = String(bodies);
    const headers = { 'Content-Type': contentType, 'x-body': id, ...lengthHeaders };
    const path = '/api/v1/products/pro_1/variants/prv_1/digital-files/';
    const outgoing = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers, agent });
    const answer = answerOf(outgoing);
    outgoing.flushHeaders();
    for (const piece of joined(pieces, writesAtMost)) {
      outgoing.write(piece);
      await nextTurn();
    }
    if (ends) outgoing.end();
    const verdict = await interleave(answer);
    if (verdict !== noAnswer || ends) return verdict;
    outgoing.destroy();
    const noticed = async () => {
      while (!gone.delete(id)) await nextTurn();
      return wentAway;
    };
    return interleave(noticed());
  };

  return {
    doors: [
      {
        name: 'the local server, told the length',
        streams: false,
        receive: (sent) => send(sent, { 'Content-Length': Buffer.concat(sent.pieces).length }),
      },
      {
        name: 'the container, in chunks',
        streams: true,
        receive: (sent) => send(sent, { 'Transfer-Encoding': 'chunked' }),
      },
    ],
    async stop() {
      agent.destroy();
      server.close();
      for (let turn = 0; turn < turnsAtMost && (await connectionsOf(server)) > 0; turn += 1) await nextTurn();
      const left = await connectionsOf(server);
      server.closeAllConnections();
      return left;
    },
  };
}

/** The pieces in so many groups at most. */
function joined(pieces: readonly Buffer[], groups: number): Buffer[] {
  const size = Math.ceil(pieces.length / groups);
  return Array.from({ length: Math.ceil(pieces.length / size) || 0 }, (_, group) =>
    Buffer.concat(pieces.slice(group * size, (group + 1) * size)),
  );
}

const connectionsOf = (server: Awaited<ReturnType<typeof startServer>>): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** What is answered; a client that has its answer does not mind that the rest of its body is not wanted. */
function answerOf(outgoing: ReturnType<typeof httpRequest>): Promise<Verdict> {
  return new Promise((resolve) => {
    outgoing.on('error', (error) => resolve(`failed: ${error.message}`));
    outgoing.once('response', async (response: IncomingMessage) => {
      resolve(await text(response));
    });
  });
}
