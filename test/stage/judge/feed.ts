/**
 * Feeds the judge with every request of a run: what each did to objects and saw of them, only by what the contract declares.
 *
 * - A POST that answers an id of its own makes an object, under the ids in its path or its payload; PUT replaces what its body holds;
 *   DELETE, and a function that answers `deleted`, makes an object absent, and all that was made under it. What a DELETE deleted was
 *   there at a moment of the request, which may be another: two at once may both get success. Any other write that answers
 *   its object sets what it was given, and everything else stays as it was.
 * - What is answered, or listed, stood so at one moment of the request; in a list of an index, which follows, of the seconds before.
 *   A 404 saw nothing there. A whole list without a filter saw nothing of what it does not show.
 * - An amount is added to the balance of what has a ledger. An entry that names another object was added by a request that names it.
 *
 * Not judged: what only the service sets; parts of an object that have a path but no id, such as the reply to a review; objects of no
 * answered request, such as imported ones and bought cards.
 */
import * as z from 'zod/mini';
import type { CallInput } from '../../support/http/call.ts';
import type { Recorded } from '../engine/recorded.ts';
import {
  bodyOf,
  defaults,
  fieldsOf,
  isBehind,
  isOfPart,
  isOperation,
  isRead,
  judgedFields,
  kindOf,
  kindRemovedBy,
  kindsWithLedger,
} from './contract.ts';
import { anomalyIn, type Call, linesOf, Undecided, type Value } from './linearizability.ts';
import { idMadeBy, isThere, ledgerOf, type Said, saidIn, spanOf, targetOf } from './said.ts';

type Values = Record<string, Value>;

/** An object that a request made. */
interface Made {
  id: string;
  by: Said;
  /** The ids under which it was made. */
  under: Readonly<Record<string, string>>;
}

/** Turns in which an index has followed: at least 20 ms each, and 5 s at most behind. */
const turnsBehind = 250;

interface Judged {
  /** What no order explains, in lines. */
  anomaly?: readonly string[];
  calls: number;
  objects: number;
  /** Objects with more orders than are tried. */
  undecided: number;
}

/** Judges each object separately. */
export function judgeRequests(requests: readonly Recorded[]): Judged {
  const judged: Judged = { calls: 0, objects: 0, undecided: 0 };
  for (const byMaker of callsOf(requests).values()) {
    judged.calls += byMaker[0]?.length ?? 0;
    judged.objects += 1;
    try {
      const anomaly = anomalyInAll(byMaker);
      if (anomaly) return { ...judged, anomaly: linesOf(anomaly) };
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      judged.undecided += 1;
    }
  }
  return judged;
}

/** What no order explains, whichever request made the object. */
function anomalyInAll([calls = [], ...others]: readonly Call[][]): ReturnType<typeof anomalyIn> {
  const anomaly = anomalyIn(calls);
  return anomaly && others.length > 0 ? anomalyInAll(others) : anomaly;
}

/**
 * What was done to each object and seen of it, by its id, for each request that may have made it: another one that is answered the object
 * may have been heard first.
 */
function callsOf(requests: readonly Recorded[]): Map<string, Call[][]> {
  const all = saidIn(requests);
  const made = Map.groupBy(
    all.flatMap((said): Made[] => {
      const id = idMadeBy(said);
      return id === undefined ? [] : [{ id, by: said, under: said.ids }];
    }),
    ({ id }) => id,
  );
  return new Map(
    [...made].map(([id, makers]) => [
      id,
      makers.map((object) => {
        const calls = all.flatMap((said) => [...callOn(object, said), ...seenBy(object, said)]);
        return [...calls, ...ledgerOf(id, all, calls)];
      }),
    ]),
  );
}

const plain = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : (JSON.stringify(value) ?? null);

/** What is judged of an object, of what is given or shown of it. */
function valuesOf(id: string, shown: object): Values {
  const names = [...(judgedFields.get(kindOf(id)) ?? []), ...(kindsWithLedger.has(kindOf(id)) ? ['balance'] : [])];
  const values = Object.entries(shown).filter(([name, value]) => names.includes(name) && value !== undefined);
  return Object.fromEntries(values.map(([name, value]) => [`${id} ${name}`, plain(value)]));
}

const shownOf = (id: string, shown: object): Values => ({ [id]: isThere, ...valuesOf(id, shown) });

/** Under the ids that the object was made under: elsewhere there is nothing of that id. */
const isAt = ({ under }: Made, { of, ids }: Said): boolean =>
  !isOperation(of) || Object.entries(under).every(([name, value]) => (ids[name] ?? value) === value);

/** What a request did to an object, or saw of it. */
function callOn(object: Made, said: Said): Call[] {
  const { id, by } = object;
  const { of, answer } = said;
  const span = spanOf(said);
  if (said === by) {
    return [{ ...span, ...(isOperation(of) ? { saw: { [id]: null } } : {}), sets: shownOf(id, answer?.body) }];
  }
  // Another payload that is answered the same object.
  if (idMadeBy(said) === id) return [{ ...span, saw: shownOf(id, answer?.body) }];
  if (removes(said, object)) return removalOf(id, said);
  if (targetOf(said) !== id || !isAt(object, said)) return [];
  if (answer?.code === 'NOT_FOUND') return isOfPart(of) ? [] : [{ ...span, saw: { [id]: null } }];
  return answer && !answer.ok ? [] : [onExisting(id, said)];
}

/** Whether a request makes an object absent: by its id, or by one that it was made under. */
function removes(said: Said, object: Made): boolean {
  const { of, answer } = said;
  const isRemoval = isOperation(of) ? of.method === 'DELETE' && of.path.endsWith('}/') : kindRemovedBy(of) !== '';
  const target = targetOf(said);
  if (!isRemoval || target === undefined || answer?.ok === false) return false;
  return target === object.id ? isAt(object, said) : Object.values(object.under).includes(target);
}

/** An object that a DELETE reports deleted was there at a moment of the request. A repeated function answers the same. */
function removalOf(id: string, said: Said): Call[] {
  const removal: Call = { ...spanOf(said), sets: { [id]: null } };
  const wasThere = isOperation(said.of) && said.answer?.ok && targetOf(said) === id;
  return wasThere ? [{ ...spanOf(said), saw: { [id]: isThere } }, removal] : [removal];
}

/** A read of an object, or a write that changes it, with what is answered of it. */
function onExisting(id: string, said: Said): Call {
  const { of, answer } = said;
  const shown = answer?.body?.id === id ? shownOf(id, answer?.body) : {};
  const call = { ...spanOf(said), saw: { [id]: isThere } };
  return isRead(of) ? { ...call, saw: { ...call.saw, ...shown } } : { ...call, ...changeBy(id, said), left: shown };
}

/** What a write changes of the object that it is about. */
function changeBy(id: string, { of, sent }: Said): Pick<Call, 'sets' | 'adds'> {
  const schema = bodyOf(of);
  const body = isOperation(of) ? parsed((sent as CallInput).body) : sent;
  const given = schema ? z.safeParse(schema, body).data : undefined;
  const isPlain = typeof given === 'object' && given !== null;
  if (!isPlain || isOfPart(of)) return {};
  const { amount } = given as { amount?: number };
  const isAdded = amount !== undefined && kindsWithLedger.has(kindOf(id));
  const isReplaced = isOperation(of) && of.method === 'PUT' && of.path.endsWith('}/');
  return {
    sets: valuesOf(id, isReplaced ? { ...defaultsOf(id, of), ...withoutAbsent(given) } : given),
    ...(isAdded ? { adds: { [`${id} balance`]: amount } } : {}),
  };
}

/** A body that goes out as it is may be JSON already. */
const parsed = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : body);

const withoutAbsent = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));

/** What fields are that a replacement leaves out; one without a default stays as it is. */
function defaultsOf(id: string, of: Recorded['of']): object {
  const given = Object.keys(fieldsOf(bodyOf(of)));
  return Object.fromEntries(Object.entries(defaults.get(kindOf(id)) ?? {}).filter(([name]) => given.includes(name)));
}

interface Shown {
  id?: unknown;
}

/** What a list shows of an object: in one moment of each, since a list is read item by item. */
function seenBy({ id, by, under }: Made, said: Said): Call[] {
  const { of, sent, answer, from } = said;
  const items: readonly (Shown | null)[] | undefined = answer?.ok && isRead(of) ? answer.body?.data : undefined;
  if (!Array.isArray(items)) return [];
  const span = { ...spanOf(said), from: isBehind(of) ? Math.max(0, from - turnsBehind) : from };
  const item = items.find((each) => each?.id === id);
  if (item) return [{ ...span, saw: shownOf(id, item) }];
  const { path, query = {}, key } = sent as CallInput;
  const isWhole = answer?.body.has_more === false && Object.keys(query).every((name) => name === 'limit');
  const isItsList =
    isOperation(of) && isOperation(by.of) && of.path === by.of.path && key === (by.sent as CallInput).key;
  const isHere = Object.entries(under).every(([name, value]) => path?.[name] === value);
  return isItsList && isWhole && isHere ? [{ ...span, saw: { [id]: null } }] : [];
}
