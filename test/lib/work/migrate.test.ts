import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { type Commit, commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrate, migrationStates } from '../../../lib/work/migrate.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

useOwnTables('test');

/** A gift card without what cards have since 0.2.0. */
async function olderCard(): Promise<void> {
  const { store, write: key } = await newWorld();
  const { body } = await call(issueGiftCard, { key, body: { value: 500 } });
  const { pk, sk } = keys.giftCard(store.id, body.id);
  await dynamodb.send(
    new UpdateCommand({ TableName: storeTable(), Key: { pk, sk }, UpdateExpression: 'REMOVE last_entry' }),
  );
}

test('an item that cannot be changed is told of, and the migration begins anew until it can', async () => {
  await olderCard();
  let isBroken = true;
  const commit: Commit = async (step) => {
    if (isBroken) {
      isBroken = false;
      throw new Error('The table is gone');
    }
    return commitUnitOfWork(step);
  };

  const first = await migrate({ commit });
  const [afterFirst] = await migrationStates();
  const second = await migrate();
  const [afterSecond] = await migrationStates();

  expect([first, second]).toEqual([
    { done: 0, failed: 1 },
    { done: 1, failed: 0 },
  ]);
  expect(afterFirst).toMatchObject({ changed: 0, failed: 1, done_at: null });
  expect(afterSecond).toMatchObject({ changed: 1, failed: 0, done_at: expect.any(String) });
  expect(await migrate()).toEqual({ done: 0, failed: 0 });
});
