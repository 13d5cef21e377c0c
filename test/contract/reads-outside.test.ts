/** A function that commits reads the table only inside `decide` and its record's `find` (design, "What no rule may lean on"). */
import { expect, test } from 'vitest';
import { commitUnitOfWork } from '../../lib/once/unit-of-work.ts';
import { newId } from '../../lib/runtime/ids.ts';
import * as items from '../../lib/table/items.ts';
import { batchReads } from '../../lib/table/joint-reads.ts';
import { underNoRole, underRoleOf } from '../support/aws/permissions.ts';
import { readOutsideSince, watchingReads } from '../support/aws/reads-outside.ts';

const pk = newId('store');
const read = (sk: string) => items.find({ pk, sk }, items.rawItem);

const decision = (...kinds: string[]) => ({
  async decide() {
    await Promise.all(kinds.map(read));
    return { writes: [items.create({ pk, sk: newId('upload') }, {})], reply: true };
  },
});

const record = { find: async () => void (await read('RECORD')) };

test.each<[string, string[], () => Promise<unknown>]>([
  ['a read of a decision and of its record', [], () => commitUnitOfWork({ ...decision('DECIDED'), record })],
  ['a read of what commits nothing', [], () => read('SHOWN')],
  ['a read before the commit', ['EARLIER'], () => read('EARLIER').then(() => commitUnitOfWork(decision()))],
  ['a read after it', ['LATER'], () => commitUnitOfWork(decision()).then(() => read('LATER'))],
  [
    'a list',
    ['LISTED'],
    () => items.list({ pk, prefix: 'LISTED', read: items.rawItem }).then(() => commitUnitOfWork(decision())),
  ],
  [
    'a read that goes out with that of a decision',
    ['BESIDE'],
    () => batchReads(() => Promise.all([commitUnitOfWork(decision('DECIDED')), read('BESIDE')])),
  ],
  [
    'a read that a decision is given',
    ['GIVEN'],
    () => {
      const given = read('GIVEN');
      return commitUnitOfWork({ decide: async () => ({ ...(await decision().decide()), reply: await given }) });
    },
  ],
  [
    'a read by the test in the midst of a function',
    [],
    () => commitUnitOfWork(decision()).then(() => underNoRole(() => read('LOOKED'))),
  ],
])('%s: outside are %j', async (_, kinds, work) => {
  await underRoleOf('delete-customer', () => watchingReads('delete-customer', work));

  expect(readOutsideSince()).toEqual(kinds.map((kind) => `delete-customer ${kind}`));
});
