import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { plantSecret } from './deployment.ts';

let count = 0;

/** Gives every test, or every suite as a whole, tables of its own, so that looking at all that is in them costs little. */
export function isolateTables(per: 'test' | 'suite', { stream = false } = {}): void {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  const shared = { STORE_TABLE: process.env.STORE_TABLE, REQUEST_TABLE: process.env.REQUEST_TABLE };
  let own: { store: string; requests: string };

  before(async () => {
    count += 1;
    const suffix = `own-${process.pid}-${count}`;
    own = { store: `${shared.STORE_TABLE}-${suffix}`, requests: `${shared.REQUEST_TABLE}-${suffix}` };
    await createTables(own, { stream });
    Object.assign(process.env, { STORE_TABLE: own.store, REQUEST_TABLE: own.requests });
    await plantSecret();
  });

  after(async () => {
    // What a test has stubbed of them would come back after this, as it was before: tables that are gone.
    vi.unstubAllEnvs();
    Object.assign(process.env, shared);
    await Promise.all(
      Object.values(own).map((TableName) => dynamodb.send(new DeleteTableCommand({ TableName }) as never)),
    );
  });
}
