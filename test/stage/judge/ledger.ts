/** What a ledger tells of an object's balance: the entries that other requests added, and the sum of all. */
import type { Answer } from '../engine/history.ts';
import { isLedger, isRead } from './contract.ts';
import type { Call } from './linearizability.ts';
import { isThere, type Said, spanOf } from './said.ts';

interface Entry {
  id: string;
  amount: number;
  balance: number;
}

const entriesIn = (answer: Answer | undefined): Entry[] => answer?.body.data ?? [];

/** What was added to an object's balance by requests that are not about it, as its ledger tells, and what all entries come to. */
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

/** Whether a request names an object, beside the one of the ledger, that an entry names. */
function namesAnother(entry: object, own: string, sent: object): boolean {
  const others = Object.entries(entry).filter(
    ([name, value]) => name.endsWith('_id') && value !== null && value !== own,
  );
  return others.some(([, value]) => JSON.stringify(sent).includes(JSON.stringify(value)));
}
