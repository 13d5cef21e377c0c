/** Money is conserved under random interleavings, faults and retries. RUNS makes it longer. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handler as adjust } from '../../functions/api/gift-cards/adjust-gift-card.ts';
import { handler as disable } from '../../functions/api/gift-cards/disable-gift-card.ts';
import { handler as enable } from '../../functions/api/gift-cards/enable-gift-card.ts';
import { handler as auditLedger } from '../../functions/operator/audit-ledger.ts';
import { handler as holdGiftCard } from '../../functions/storefront/hold-gift-card.ts';
import { handler as recordOrder } from '../../functions/storefront/record-order.ts';
import { handler as refundOrder } from '../../functions/storefront/refund-order.ts';
import { handler as releaseGiftCard } from '../../functions/storefront/release-gift-card.ts';
import * as contract from '../../lib/contract/gift-cards.ts';
import type { GiftCardRecord } from '../../lib/domain/gift-card.ts';
import type { OrderRecord } from '../../lib/domain/order.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { watch } from '../support/aws-calls.ts';
import { call, invoke } from '../support/call.ts';
import { issued } from '../support/scenarios/gift-cards.ts';
import { entitiesOf } from '../support/table-contents.ts';
import { newWorld, type World } from '../support/world.ts';

const step = fc.record({
  kind: fc.constantFrom('hold', 'hold', 'lapse', 'release', 'order', 'order', 'refund', 'adjust', 'disable', 'enable'),
  card: fc.nat(2),
  checkout: fc.nat(7),
  amount: fc.integer({ min: 1, max: 4000 }),
  fault: fc.option(fc.record({ call: fc.nat(5), moment: fc.constantFrom('before' as const, 'after' as const) })),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Stage {
  world: World;
  cards: { id: string; code: string }[];
  orders: string[];
}

/** What a step does; done again it is the same request. */
function requestOf({ world, cards, orders }: Stage, { kind, card, checkout, amount }: Step): () => Promise<unknown> {
  const { id = '', code = '' } = cards[card] ?? {};
  const [site, customer, product] = [world.sites[0], world.customers[0], world.products[0]];
  const store_id = world.store.id;
  const checkout_id = `checkout-${checkout}`;
  const keyed = { path: { gift_card_id: id }, key: world.write, idempotencyKey: newId('upload') };
  switch (kind) {
    case 'hold':
    case 'lapse': {
      const milliseconds = kind === 'lapse' ? 1100 : 3_600_000;
      const expires_at = `${new Date(Date.now() + milliseconds).toISOString().slice(0, 19)}Z`;
      return () => invoke(holdGiftCard, { store_id, checkout_id, code, amount, currency: 'USD', expires_at });
    }
    case 'release':
      return () => invoke(releaseGiftCard, { store_id, checkout_id });
    case 'order': {
      const line = {
        product_id: product.id,
        variant_id: product.variants[0]?.id,
        quantity: 1,
        unit_price: amount,
        tax: 7,
      };
      const order = {
        id: newId('order'),
        site_id: site.id,
        customer_id: customer.id,
        status: 'paid',
        currency: 'USD',
        lines: [line],
        checkout_id,
      };
      orders.push(order.id);
      return () => invoke(recordOrder, { store_id, order });
    }
    case 'refund': {
      const order_id = orders[checkout % Math.max(1, orders.length)] ?? 'ord_none';
      const refund_id = newId('upload');
      return () => invoke(refundOrder, { store_id, order_id, refund_id, amount });
    }
    case 'adjust':
      return () => call(adjust, contract.adjustGiftCard, { ...keyed, body: { amount: amount - 2000 || 1 } });
    case 'disable':
      return () => call(disable, contract.disableGiftCard, keyed);
    default:
      return () => call(enable, contract.enableGiftCard, keyed);
  }
}

/** The request with its fault, then once more: a caller whose answer was lost sends it again. */
async function take(stage: Stage, each: Step): Promise<void> {
  const request = requestOf(stage, each);
  const { fault } = each;
  if (fault) await watch(request, (index) => (index === fault.call ? fault.moment : undefined));
  await request();
}

async function auditAll(store_id: string): Promise<unknown[]> {
  const findings: unknown[] = [];
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const page: { findings: unknown[]; next: string | null } = await invoke(auditLedger, { store_id, after });
    findings.push(...page.findings);
    after = page.next;
  }
  return findings;
}

test('money is conserved, sixteen at a time, whichever AWS call fails', { timeout: 600_000 }, async () => {
  let spentInAll = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 32, maxLength: 64 }), async (steps) => {
      const world = await newWorld();
      const cards = [await issued(world), await issued(world), await issued(world)];
      const stage: Stage = { world, cards, orders: [] };
      for (let first = 0; first < steps.length; first += 16) {
        await Promise.all(steps.slice(first, first + 16).map((each) => take(stage, each)));
      }

      expect(await auditAll(world.store.id)).toEqual([]);
      const items = await entitiesOf(world.store.id);
      const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
      const of = (sk: string) => items.filter((item) => item.sk === sk);
      const balances = sum((of('GIFTCARD') as unknown as GiftCardRecord[]).map(({ balance }) => balance));
      const spent = sum(
        (of('ORDER') as unknown as OrderRecord[]).map(
          ({ paid_by_gift_card, refunded_to_gift_card }) => paid_by_gift_card - refunded_to_gift_card,
        ),
      );
      const adjusted = sum(items.filter(({ type }) => type === 'adjusted').map(({ amount }) => Number(amount)));
      spentInAll += spent;
      expect(balances + spent - adjusted).toBe(3 * 5000);
    }),
    { numRuns: Number(process.env.RUNS ?? 4), seed: 20_260_102, endOnFailure: true },
  );
  // Else nothing has been shown.
  expect(spentInAll).toBeGreaterThan(0);
});
