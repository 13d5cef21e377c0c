/** One delivery over HTTP. */

import { channel } from 'node:diagnostics_channel';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { hostOf, isPublic, leadsToPrivate, PrivateAddress, publicLookup } from './addresses.ts';

interface Posted {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result of a delivery. */
export interface Delivered {
  /** HTTP status of the answer; null if there is no answer. */
  status: number | null;
  retryAfter: string | undefined;
  /** From the call to the answer's headers, or to the failure. */
  milliseconds: number;
  /** Why there is no answer, in our words; undefined if there is one. */
  failure: string | undefined;
}

const answersWithin = 15_000;

/** Bytes of an answer that are read and discarded, so that its connection can be used again. */
const answerBytes = 4096;

/** How many interim answers (1xx) may come before the final one. */
const interimAtMost = 10;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 10 }),
  'https:': new HttpsAgent({ keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 10 }),
} as const;

/** A connection that has been idle for longer is not used again: the receiver, or Lambda, may have closed it unnoticed. */
const idleAtMost = 20_000;

/** When each connection became idle, by the wall clock: timers stand still while Lambda freezes a process. */
const idleSince = new WeakMap<Socket, number>();

for (const agent of Object.values(agents)) agent.on('free', (socket: Socket) => idleSince.set(socket, Date.now()));

function closeIdle({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flatMap((each) => each ?? [])) {
    if (Date.now() - (idleSince.get(socket) ?? 0) > idleAtMost) socket.destroy();
  }
}

interface Network {
  /** Only under `npm start`: deliveries may go to `http` and to addresses that are not public. */
  allowsPrivate: boolean;
}

/** Delivers once. Follows no redirect, and never throws: the result contains the failure. */
export async function post(posted: Posted, network: Network): Promise<Delivered> {
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await answerTo(posted, network);
    const milliseconds = since();
    discard(answer);
    const { statusCode: status = null, headers } = answer;
    return { status, retryAfter: headers['retry-after'], milliseconds, failure: undefined };
  } catch (error) {
    return { status: null, retryAfter: undefined, milliseconds: since(), failure: reasonOf(error) };
  }
}

/**
 * An answer's headers. Rejects with the reason of a failure, after 15 seconds at the latest, even if the request
 * reports nothing.
 */
async function answerTo({ url: text, headers, body }: Posted, { allowsPrivate }: Network): Promise<IncomingMessage> {
  const url = new URL(text);
  const host = hostOf(url);
  if (!allowsPrivate && (url.protocol !== 'https:' || (isIP(host) && !isPublic(host)))) throw new PrivateAddress();
  const lookup: { lookup?: LookupFunction } = allowsPrivate ? {} : { lookup: publicLookup };
  const [request, agent] =
    url.protocol === 'https:' ? [requestHttps, agents['https:']] : [requestHttp, agents['http:']];
  closeIdle(agent);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let current: ClientRequest | undefined;
  const timer = setTimeout(() => {
    reject(failure('ETIMEDOUT'));
    current?.destroy();
  }, answersWithin);
  const send = (through: HttpAgent | false) => {
    let interim = 0;
    const sent = request(url, {
      ...{ method: 'POST', agent: through, ...lookup },
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    current = sent;
    sent
      .on('response', resolve)
      .on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer);
      })
      .on('information', () => {
        interim += 1;
        if (interim > interimAtMost) sent.destroy(failure('EINTERIM'));
      })
      .on('error', (error) => (isStale(sent, error) ? send(false) : reject(error)))
      .on('close', () => {
        if (current !== sent) return;
        reject(failure('ECONNRESET'));
        clearTimeout(timer);
      })
      .end(body);
  };
  try {
    send(agent);
  } catch (error) {
    // Node refuses to send it at all.
    clearTimeout(timer);
    throw error;
  }
  return promise.finally(() => timer.unref());
}

/**
 * Whether a kept connection turned out to be closed: the receiver has not seen the request, so a new connection is tried.
 */
const isStale = ({ reusedSocket }: ClientRequest, { code = '' }: NodeJS.ErrnoException): boolean =>
  reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Reads a short body. A longer or late body closes the connection. */
function discard(answer: IncomingMessage): void {
  let read = 0;
  answer.on('error', () => undefined);
  answer.on('data', (bytes: Buffer) => {
    read += bytes.length;
    if (read > answerBytes) answer.destroy();
  });
}

const reasons: Readonly<Record<string, string>> = {
  EUNRESOLVED: 'The host name does not resolve',
  ENOTFOUND: 'The host name does not resolve',
  EAI_AGAIN: 'The host name does not resolve',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before an answer came',
  EINTERIM: 'The receiver sent interim answers only',
  ETIMEDOUT: 'No answer came within 15 seconds',
  EPRIVATE: leadsToPrivate,
};

function reasonOf(error: unknown): string {
  const { code = '', message = '' } = error as Partial<Error> & { code?: string };
  if (/^(?:CERT|DEPTH|UNABLE|SELF|ERR_TLS|ERR_SSL)/.test(code))
    return 'The certificate or the TLS of the host is not valid';
  if (/^HPE_/.test(code) || /^Parse Error/.test(message)) return 'The answer is not HTTP';
  return reasons[code] ?? 'The connection failed';
}

/** The result of an attempt, and when the next one is due. */
export interface AttemptMade {
  store_id: string;
  webhook_id: string;
  event_id: string;
  /** From 1. */
  attempt: number;
  at: string;
  /** HTTP status of the receiver; null without an answer. */
  status: number | null;
  /** What went wrong, in our words; null if the attempt succeeded. */
  failure: string | null;
  /** When the next attempt is due; null if this one succeeded or the event is given up. */
  next_at: string | null;
}

export const attempts = channel('store-commerce-api:delivery-attempts');

export const publishAttempt = (made: AttemptMade): void => attempts.publish(made);
