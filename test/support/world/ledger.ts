import { expect } from 'vitest';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import { invoke } from '../invoke.ts';
import type { World } from './world.ts';

/** Every gift card's balance is what its transactions add up to, and the orders that cards paid for agree with them. */
export async function expectLedgerProven({ store }: World): Promise<void> {
  const audit = (after?: string) => invoke(auditLedger, { store_id: store.id, after });
  expect(await audit()).toMatchObject({ findings: [] });
  expect(await audit(`ord_${'z'.repeat(26)}`)).toMatchObject({ findings: [], next: null });
}
