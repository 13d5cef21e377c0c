/** Watches that what functions read by key is the latest: an index shows what was, and only a few reads may be as old as one. */
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keep } from '../run-artifacts.ts';
import { kindOf } from './conditions.ts';
import { queriedKey } from './expressions.ts';
import { type Any as Input, onCall } from './on-call.ts';
import { functionAtWork, isFunctionAtWork } from './permissions.ts';

/** What may be read without being the latest, by the words of an item's key, and why. */
export const staleReads: Readonly<Record<string, string>> = {
  'PRODUCT PRODUCT': 'a list that an index ranks shows products no older than its ranking',
};

/** Kinds of the items that a call reads from the store table without being sure of the latest. A read of an index does not count. */
export function staleKinds(command: string, input: Input): string[] {
  const table = storeTable();
  if (command.startsWith('BatchGet')) {
    const { Keys = [], ConsistentRead } = input.RequestItems[table] ?? {};
    return ConsistentRead ? [] : Keys.map(kindOf);
  }
  if (input.TableName !== table || input.IndexName || input.ConsistentRead) return [];
  if (command.startsWith('GetItem')) return [kindOf(input.Key)];
  if (command.startsWith('Scan')) return ['*'];
  return command.startsWith('Query') ? [kindOf({ pk: queriedKey(input).pk })] : [];
}

const found = new Set<string>();

/** Kinds that were read so since the last time, though they may not be. */
export function staleSince(): string[] {
  const since = [...found];
  found.clear();
  return since;
}

onCall(dynamodb, ({ command, input }, next) => {
  if (isFunctionAtWork()) {
    for (const kind of staleKinds(command, input)) {
      if (kind in staleReads) keep('stale reads', kind);
      else found.add(`${functionAtWork()} reads ${kind} by ${command}`);
    }
  }
  return next();
});
