/** Sends the examples of the reference to a running local server. */
import { randomUUID } from 'node:crypto';
import type { Example, FunctionExample } from '../../../lib/schema/examples.ts';
import type { Response } from '../http/documented.ts';

/** Sends an example as it is; without a key if it is empty. */
export async function send(base: string, { operation, path, query, body, file }: Example, key: string) {
  const url = new URL(
    operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? ''),
    base,
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const form = new FormData();
  if (file && operation.upload) {
    const bytes = Buffer.from(file.base64, 'base64');
    form.set(operation.upload.field, new Blob([bytes], { type: file.contentType }), file.name);
  }
  const answer = await fetch(url, {
    method: operation.method,
    headers: {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(operation.requiresIdempotencyKey && { 'Idempotency-Key': randomUUID() }),
    },
    ...(body ? { body: JSON.stringify(body) } : file ? { body: form } : {}),
  });
  return readReply(answer);
}

async function readReply(answer: globalThis.Response): Promise<Response> {
  const text = await answer.text();
  const omitted = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !omitted.includes(name)));
  return { status: answer.status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** In an order in which all examples are true: those of other operations change the figures of the overview. */
export const figuresFirst = <T>(list: readonly T[], operationOf: (each: T) => { name: string }): T[] =>
  list.toSorted((a, b) => Number(isOfFigures(operationOf(b))) - Number(isOfFigures(operationOf(a))));

export const isOfFigures = ({ name }: { name: string }): boolean => name === 'get-overview';

/** What cannot be answered as its example says at any time: what was archived or delivered within the last 30 days differs. */
export const isOfThePast = ({ name }: { name: string }): boolean =>
  ['replay-webhook', 'list-deliveries', 'redeliver'].includes(name);

/** What a function answers over plain HTTP, as the local server takes Lambda's Invoke API. */
export async function invokeOverHttp(base: string, { invocable, payload }: FunctionExample): Promise<unknown> {
  const path = `/2015-03-31/functions/StoreCommerceApi-${invocable.name}/invocations`;
  return (await fetch(new URL(path, base), { method: 'POST', body: JSON.stringify(payload) })).json();
}

/** Where an answer differs from its example in more than what the service makes again each time: ids, times, codes, links. */
export function differences(expected: unknown, actual: unknown, path = 'reply'): string[] {
  // The host of the examples does not exist: whether an event has met it by now is chance.
  if (path.endsWith('.last_failure')) return [];
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return expected === actual || isMadeAnew(expected, actual, path)
      ? []
      : [`${path}: ${JSON.stringify(actual)} and not ${JSON.stringify(expected)}`];
  }
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return names.flatMap((name) =>
    differences(Reflect.get(expected, name), Reflect.get(actual, name), `${path}.${name}`),
  );
}

const kinds: readonly RegExp[] = [
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  /^https?:\/\//,
  /^sk_[a-z]+_\S{43}$/,
  /^sht1\.[\w-]+\.[\w-]{43}$/,
  /^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/,
  /^whsec_[A-Za-z0-9+/]+=$/,
];

const madeId = /^([a-z]{3}|\/media\/gift-options\/img)_01[a-z0-9]{24}(?:\.png)?$/;

function isMadeAnew(expected: unknown, actual: unknown, path: string): boolean {
  if (path.endsWith('.milliseconds')) return typeof actual === 'number';
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  const [one, other] = [madeId.exec(expected), madeId.exec(actual)];
  if (one && other) return one[1] === other[1];
  return path.endsWith('.last4') || kinds.some((kind) => kind.test(expected) && kind.test(actual));
}
