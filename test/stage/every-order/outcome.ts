/** What can be seen once all is quiet, as text: equal if the same has happened, with any drawn ids, times and secrets. */
import type { Mail } from '../engine/actor.ts';
import type { Reply } from './request.ts';
import type { Contents, Item } from './stage.ts';

interface Seen {
  /** By the agent that got them, in the order of names. */
  replies: ReadonlyMap<string, Reply>;
  /** Those who only read: which of what is new they come to see depends on when they look, so they name nothing. */
  readers: ReadonlySet<string>;
  contents: Contents;
  mails: readonly Mail[];
}

/** Lines of text, each of them something that is there. */
export type Outcome = readonly string[];

/** Codes of gift cards, as they are shown. */
export const codes = /\b[A-Z2-9]{4}(?:-[A-Z2-9]{4}){6}\b/g;

/** What a play draws again: ids, secrets and what is made of them. */
const drawn: readonly RegExp[] = [
  /(?<=\b[a-z]{3}_)[0-9a-hjkmnp-tv-z]{26}\b|\b[0-9a-hjkmnp-tv-z]{26}\b/g,
  codes,
  /\bsk_[\w-]{43,}/g,
  /\b[0-9a-f]{64}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
];
const [ids = /(?!)/g] = drawn;

/** The shard of a spread partition, which an id determines. */
const part = /(?<=#)\d+(?=["\s]|$)/g;

/** The last characters of a code in the key by which a search finds its card. */
const last4 = /(?<=#LAST4#)\w{4}/g;

/** Text in which what a play draws again has a label, or none. `known`: all that was there before any play. */
export const maskOf =
  (known: string, labels: ReadonlyMap<string, string> = new Map()) =>
  (text: string): string =>
    drawn.reduce(
      (rest, pattern) => rest.replace(pattern, (found) => labels.get(found) ?? (known.includes(found) ? found : '…')),
      text.replace(part, '…').replace(last4, '…'),
    );

/**
 * Kept for the table's own sake, or another in every play. A migration counts all that it has `read`, objects without an owner among them.
 */
const unseen = new Set([
  'version',
  'sealed',
  'multipart_id',
  'last4',
  'queued_at',
  'due_pk',
  'announced',
  'read',
  'milliseconds',
]);

/** Counts of what an invocation itself has done, which its retry does not do again (Storefront page, "Once"). */
const ownCounts = new Set(['reviews_changed', 'released']);

/** How the line begins that says what an agent heard. */
export const heard = (agent: string): string => `${agent} hears `;

export function outcomeOf({ replies, readers, contents, mails }: Seen, known: string): Outcome {
  const labels = new Map<string, string>();
  // In the order of their names, not of their arrival.
  for (const [agent, reply] of [...replies].toSorted()) {
    if (readers.has(agent)) continue;
    for (const [id] of textOf(reply).matchAll(ids)) {
      if (!known.includes(id) && !labels.has(id)) labels.set(id, `<${agent} ${labels.size}>`);
    }
  }
  const { entities, requests } = contents;
  const records = requests.filter(({ pk }) => pk.includes('#IDEMPOTENCY#'));
  const webhooks = new Set(
    entities.flatMap(({ sk }) => (sk?.startsWith('WEBHOOK#') ? [sk.slice('WEBHOOK#'.length)] : [])),
  );
  const isSeen = (item: Item) => !isGarbage(item) && !isOfACall(item) && !isDropped(item, webhooks);
  const items = [...entities.filter(isSeen), ...records];
  return [
    ...[...replies].map(([agent, reply]) => heard(agent) + textOf(reply, agent.endsWith('again') ? ownCounts : [])),
    ...items.map((item) => `item ${nameOf(item)} ${textOf(item)}`),
    ...mails.map((mail) => `mail ${textOf(mail)}`),
  ]
    .map(maskOf(known, labels))
    .toSorted();
}

/** Objects without an owner, and the items to sweep them: callers see neither how many there are nor which. */
const isGarbage = ({ sk, ended, product_id, gift_option_id }: Item): boolean =>
  sk?.startsWith('UPLOAD#') && (ended === true || (product_id === undefined && gift_option_id === undefined));

/** The record of a call to a receiver: it is missing where a function died after the call, and there twice where the call was repeated. */
const isOfACall = ({ sk }: Item): boolean => sk?.startsWith('ATTEMPT#');

/** The planned delivery to a webhook that was deleted during an attempt: the sweep drops it when it is due. */
const isDropped = ({ pk, sk }: Item, webhooks: ReadonlySet<string>): boolean =>
  sk === 'DELIVERY' && !webhooks.has(pk.split('#DELIVERY#')[1]?.split('#')[0] ?? '');

const nameOf = ({ pk, sk }: Item): string => [pk, sk].filter(Boolean).join(' ');

/** The same for any order of a map's attributes. */
function textOf(value: unknown, without: Iterable<string> = []): string {
  const left = new Set([...unseen, ...without]);
  return JSON.stringify(value, (name, one: unknown) => {
    if (left.has(name)) return undefined;
    // When it is due; its place among others is a digest of what a play draws.
    if (name === 'due_sk') return String(one).split('#', 1);
    if (typeof one === 'bigint') return String(one);
    if (one instanceof Uint8Array) return Buffer.from(one).toString('base64url');
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Of several expected outcomes, the difference of another one from the nearest: `-` is missing, `+` is there. */
export function differenceFrom(expected: readonly Outcome[], found: Outcome): string[] {
  const differences = expected.map((one) => [
    ...without(one, found).map((line) => `- ${line}`),
    ...without(found, one).map((line) => `+ ${line}`),
  ]);
  return differences.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The lines of one outcome that the other has not, as often as it has them more. */
function without(one: Outcome, other: Outcome): string[] {
  const left = [...other];
  return one.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
