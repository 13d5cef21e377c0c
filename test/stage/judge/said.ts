/** Requests as they are judged: what each was about, and when it took effect. */

import type { CallInput } from '../../support/http/call.ts';
import type { Answer } from '../engine/history.ts';
import type { Recorded } from '../engine/recorded.ts';
import { isAnswer } from '../engine/requests.ts';
import {
  fieldsOf,
  isLedger,
  isOperation,
  isRead,
  judgedFields,
  kindOf,
  kindOfReply,
  kindRemovedBy,
  namesIn,
} from './contract.ts';
import type { Call } from './linearizability.ts';

/** A request as it is judged: with all attempts of one idempotency key, their first success shows when it took effect at the latest. */
export interface Said extends Omit<Recorded, 'answer'> {
  answer: Answer | undefined;
  /** The ids in its path, or on top of its payload, by their names. */
  ids: Readonly<Record<string, string>>;
}

/**
 * Attempts with one key and the same content are one request. A function that makes an object is asked again with the same payload:
 * any attempt with a lost answer may be the one that made it.
 */
export function saidIn(requests: readonly Recorded[]): Said[] {
  const groups = Map.groupBy(requests, (request) => {
    const { of, sent, key } = request;
    const isOne = key !== undefined || (!isOperation(of) && !isRead(of) && nameOfTarget(of) === '');
    return isOne ? JSON.stringify([of.name, key, sent]) : request;
  });
  return [...groups.values()].flatMap((attempts) => {
    const said = attempts.map((each): Said => {
      const answer = isAnswer(each.answer) ? each.answer : undefined;
      return { ...each, answer, to: answer ? each.to : Number.POSITIVE_INFINITY, ids: idsOf(each) };
    });
    if (said.length === 1) return said;
    const unheard = said.filter(({ answer }) => !answer);
    const successes = said.filter(({ answer }) => answer?.ok).toSorted((a, b) => a.to - b.to);
    const effects = [...Map.groupBy(successes, ({ answer }) => answer?.body?.id).values()].flatMap(
      ([first, ...others]) =>
        first ? [{ ...first, from: Math.min(...[first, ...others, ...unheard].map(({ from }) => from)) }] : [],
    );
    const refusals = said.filter(({ answer }) => answer && !answer.ok);
    return [...(effects.length > 0 ? effects : unheard), ...refusals];
  });
}

function idsOf({ of, sent }: Recorded): Record<string, string> {
  if (isOperation(of)) return (sent as CallInput).path ?? {};
  const ids = Object.entries(sent).filter(([name, value]) => name.endsWith('_id') && typeof value === 'string');
  return Object.fromEntries(ids);
}

/** The name of the id, in the path or the payload, of the object that a request is about; '' where it is about none. */
function nameOfTarget(of: Recorded['of']): string {
  if (isOperation(of)) return namesIn(of.path).at(-1) ?? '';
  const kind = kindRemovedBy(of) || kindOfReply(of);
  const names = Object.entries(fieldsOf(of.payload)).filter(([, { example }]) => kindOf(example) === kind);
  return names.find(([name]) => name.endsWith('_id'))?.[0] ?? '';
}

export const targetOf = ({ of, ids }: Said): string | undefined => ids[nameOfTarget(of)];

/** The id of an object that a request made, of a kind that is judged. */
export function idMadeBy(said: Said): string | undefined {
  const id = said.answer?.ok && !isRead(said.of) ? said.answer.body?.id : undefined;
  const isNew = judgedFields.has(kindOf(id)) && !Object.values(said.ids).includes(id);
  return isNew && kindOfReply(said.of) === kindOf(id) ? id : undefined;
}

/** What a request is called in a report, and when it was made and answered. */
export const spanOf = ({ of, from, to, key }: Said) => ({
  what: key === undefined ? of.name : `${of.name} (${key})`,
  from,
  to,
});

/** What is under the id of an object that is there. */
export const isThere = 'there';

interface Entry {
  id: string;
  amount: number;
  balance: number;
}

const entriesIn = (answer: Answer | undefined): Entry[] => answer?.body.data ?? [];

/** What was added to an object's balance by requests that are not about it, as its ledger shows, and the sum of all entries. */
export function ledgerOf(id: string, all: readonly Said[], calls: readonly Call[]): Call[] {
  const lists = all.filter(({ of, answer, ids }) => isLedger(of) && answer?.ok && Object.values(ids).includes(id));
  const byEntry = new Map<string, Call>();
  for (const { answer, to } of lists) {
    for (const entry of entriesIn(answer)) {
      const causes = all.filter(({ of, sent }) => !isRead(of) && namesAnother(entry, id, sent));
      const known = byEntry.get(entry.id);
      if (causes.length === 0) continue;
      byEntry.set(entry.id, {
        what: `entry ${entry.id}`,
        from: Math.min(...causes.map(({ from }) => from)),
        to: Math.min(known?.to ?? Number.POSITIVE_INFINITY, to, Math.max(...causes.map((cause) => cause.to))),
        saw: { [id]: isThere },
        adds: { [`${id} balance`]: entry.amount },
        left: { [`${id} balance`]: entry.balance },
      });
    }
  }
  const changes = [...calls, ...byEntry.values()].filter(({ sets, adds }) => sets ?? adds);
  // A list that is read while an entry is added is of no one moment.
  const quiet = lists.filter(
    ({ from, to, answer }) => !answer?.body.has_more && !changes.some((each) => each.from <= to && each.to >= from),
  );
  const sums = quiet.map((said): Call => {
    const sum = entriesIn(said.answer).reduce((total, { amount }) => total + amount, 0);
    return { ...spanOf(said), saw: { [`${id} balance`]: sum } };
  });
  return [...byEntry.values(), ...sums];
}

/** Whether a request names an object, besides the one of the ledger, that an entry names. */
function namesAnother(entry: object, own: string, sent: object): boolean {
  const others = Object.entries(entry).filter(
    ([name, value]) => name.endsWith('_id') && value !== null && value !== own,
  );
  return others.some(([, value]) => JSON.stringify(sent).includes(JSON.stringify(value)));
}
