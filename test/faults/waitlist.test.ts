/**
 * Shoppers join and leave and variants are restocked, sixteen calls at a time; calls to AWS fail before or after they take
 * effect, and transactions conflict as they do on a product in a rush. `RUNS` and `SEED` choose how often and from where.
 */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as getWaitlist } from '../../functions/api/waitlist/get-product-waitlist.ts';
import { handler as listWaitlisted } from '../../functions/api/waitlist/list-waitlisted-products.ts';
import { handler as workOnWaitlist } from '../../functions/background/work-on-waitlist.ts';
import { handler as importRecords } from '../../functions/operator/import-records.ts';
import { handler as joinWaitlist } from '../../functions/storefront/join-waitlist.ts';
import { handler as leaveWaitlist } from '../../functions/storefront/leave-waitlist.ts';
import { handler as restockVariant } from '../../functions/storefront/restock-variant.ts';
import type { ProductRecord } from '../../lib/contract/operator.ts';
import { getProductWaitlist, listWaitlistedProducts } from '../../lib/contract/waitlist.ts';
import { normaliseEmail } from '../../lib/domain/waitlist.ts';
import type { RestockMessage } from '../../lib/mail/message.ts';
import { sqs as mailSqs } from '../../lib/mail/queue.ts';
import { sqs as workSqs } from '../../lib/queue/send.ts';
import type { WaitlistWork } from '../../lib/queue/waitlist-queue.ts';
import { dynamodb } from '../../lib/store/client.ts';
import { readNames } from '../../lib/store/product-names.ts';
import { getForMail } from '../../lib/store/restocks.ts';
import { allParts } from '../../lib/store/waiting-count.ts';
import type { WaitlistEntry } from '../../lib/store/waitlist.ts';
import { type FaultMoment, watch, watchClient } from '../support/aws-calls.ts';
import { call, invoke } from '../support/call.ts';
import { entitiesOf } from '../support/table-contents.ts';
import { newProduct, newVariant, newWorld, succeeded, type World } from '../support/world.ts';

const addresses = ['ada', 'ADA', 'Grace', 'grace', 'alan', 'Edsger', 'barbara', 'donald'].map(
  (name) => `${name}@example.com`,
);

type Act = { act: 'join' | 'leave' | 'restock' | 'import'; product: 0 | 1; variant: 0 | 1; choice: number };

const act = fc.record<Act>({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('join' as const) },
    { weight: 3, arbitrary: fc.constant('leave' as const) },
    { weight: 1, arbitrary: fc.constant('restock' as const) },
    { weight: 1, arbitrary: fc.constant('import' as const) },
  ),
  product: fc.constantFrom(0, 1),
  variant: fc.constantFrom(0, 1),
  choice: fc.nat(addresses.length - 1),
});

const fault = fc.option(fc.record({ index: fc.nat(5), moment: fc.constantFrom<FaultMoment>('before', 'after') }), {
  nil: undefined,
  freq: 3,
});

/** Every how many transactions one is answered with a conflict; zero for never. */
let conflictEvery = 0;
let transactions = 0;

beforeAll(() => {
  const conflicts = (next: (args: { input: object }) => Promise<unknown>) => async (args: { input: object }) => {
    transactions += 'TransactItems' in args.input ? 1 : 0;
    if (!('TransactItems' in args.input) || conflictEvery === 0 || transactions % conflictEvery !== 0)
      return next(args);
    throw new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
  };
  dynamodb.middlewareStack.add(conflicts as never, { step: 'initialize', name: 'conflicts' });
});

afterAll(() => dynamodb.middlewareStack.remove('conflicts'));

/** Every mail that was queued, due or not. */
const queued: RestockMessage[] = [];

beforeAll(() => {
  for (const sqs of [workSqs, mailSqs]) watchClient(sqs);
  const record = (next: (args: { input: object }) => Promise<unknown>) => (args: { input: object }) => {
    const { Entries = [] } = args.input as SendMessageBatchCommandInput;
    const messages = Entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody));
    queued.push(...messages.filter(({ type }) => type === 'restock'));
    return next(args);
  };
  mailSqs.middlewareStack.add(record as never, { step: 'initialize', name: 'record' });
});

/** Restock and shopper of every mail that is due in a store. */
async function mailsDue({ store }: World): Promise<string[]> {
  const due: string[] = [];
  for (const { restock_id, batch, recipient } of queued.filter(({ store_id }) => store_id === store.id)) {
    const { committed } = await getForMail(store.id, { restock_id, batch, recipient });
    if (committed) due.push(`${restock_id} ${normaliseEmail(recipient)}`);
  }
  return due;
}

const atOnce = 16;

async function perform(
  { store }: World,
  products: readonly ProductRecord[],
  { act, product: index, variant, choice }: Act,
) {
  const product = products[index] ?? newProduct();
  const subject = { store_id: store.id, product_id: product.id, variant_id: product.variants[variant]?.id };
  switch (act) {
    case 'join':
      return invoke(joinWaitlist, { ...subject, email: addresses[choice] });
    case 'leave':
      return invoke(leaveWaitlist, { ...subject, email: addresses[choice] });
    case 'restock':
      return restock(subject, choice % restocksOfVariant);
    default:
      return invoke(importRecords, {
        store_id: store.id,
        products: [{ ...product, ...versions[choice % versions.length] }],
      });
  }
}

const restocksOfVariant = 2;

/** What an import may make of a product. */
const versions = [
  { name: 'Blue teapot', created_at: '2024-01-01T00:00:00Z' },
  { name: 'Red TEAPOT', created_at: '2025-01-01T00:00:00Z' },
];

type Subject = { store_id: string; product_id: string; variant_id: string | undefined };

const restockId = ({ variant_id }: Subject, number: number) => `${variant_id}-${number}`;

/** A restock, and its notification as far as the queue gets with it. */
async function restock(subject: Subject, number: number): Promise<void> {
  await invoke(restockVariant, { ...subject, restock_id: restockId(subject, number) });
  await deliver(notifications(subject, number));
}

const notifications = (subject: Subject, number: number): WaitlistWork[] =>
  allParts.map((part) => ({
    work: 'notify',
    store_id: subject.store_id,
    restock_id: restockId(subject, number),
    part,
  }));

/** Hands work over as the queue does. Answers how much of it failed. */
async function deliver(work: readonly WaitlistWork[]): Promise<number> {
  const Records = work.map(
    (message, index) => ({ messageId: String(index), body: JSON.stringify(message) }) as SQSRecord,
  );
  const { batchItemFailures } = await workOnWaitlist({ Records });
  return batchItemFailures.length;
}

const entriesIn = async (world: World): Promise<WaitlistEntry[]> =>
  (await entitiesOf(world.store.id)).filter(({ sk }) => String(sk).startsWith('ENTRY#')) as unknown as WaitlistEntry[];

/** A mail due, as `variant shopper`. */
const withoutNumber = (mail: string): string => mail.replace(/-\d (?=\S+$)/, ' ');

const shopperOf = ({ variant_id, email }: WaitlistEntry): string => `${variant_id} ${normaliseEmail(email)}`;

async function expectCounts(world: World, products: readonly ProductRecord[], entries: readonly WaitlistEntry[]) {
  const waiting = ({ id }: ProductRecord) => entries.filter(({ product_id }) => product_id === id).length;
  for (const product of products) {
    const { body } = await call(getWaitlist, getProductWaitlist, { key: world.read, path: { product_id: product.id } });
    expect(body.data.waiting_count).toBe(waiting(product));
  }
  const stored = (await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'PRODUCT') as unknown as ProductRecord[];
  const expected = stored
    .map((product) => ({ ...product, waiting_count: waiting(product) }))
    .filter(({ waiting_count }) => waiting_count > 0)
    .toSorted(inContractsOrder)
    .map(({ id, name, waiting_count }) => ({ id, name, waiting_count }));
  expect(await listed(world)).toEqual(expected);
  for (const search of ['teapot', 'BLUE', 'ed t']) {
    const found = expected.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    expect(await listed(world, search)).toEqual(found);
    const { ids } = await readNames(world.store.id, search);
    expect(ids).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
  }
}

interface Place {
  id: string;
  created_at: string;
  waiting_count: number;
}

const inContractsOrder = (a: Place, b: Place): number =>
  b.waiting_count - a.waiting_count || Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id > b.id ? -1 : 1);

async function listed(world: World, search = '') {
  const { body } = await call(listWaitlisted, listWaitlistedProducts, { key: world.read, query: { search } });
  return body.data.map(({ id, name, waiting_count }: Place & { name: string }) => ({ id, name, waiting_count }));
}

test('counts are their entries, the ranking is the counts, nobody is mailed twice for a restock or forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(act, fault), { minLength: 32, maxLength: 64 }),
      fc.constantFrom(0, 2, 3, 5),
      async (acts, conflicts) => {
        const world = await newWorld();
        const products = [0, 1].map(() => newProduct({ ...versions[0], variants: [newVariant('S'), newVariant('L')] }));
        await succeeded(invoke(importRecords, { store_id: world.store.id, products }));

        conflictEvery = conflicts;
        for (let start = 0; start < acts.length; start += atOnce) {
          await Promise.all(
            acts.slice(start, start + atOnce).map(([each, failing]) =>
              watch(
                () => perform(world, products, each),
                (index) => (failing?.index === index ? failing.moment : undefined),
              ),
            ),
          );
        }
        conflictEvery = 0;

        const settlements = products.map(
          ({ id }): WaitlistWork => ({ work: 'settle', store_id: world.store.id, product_id: id }),
        );
        expect(await deliver(settlements)).toBe(0);
        const entries = await entriesIn(world);
        const mailedBefore = await mailsDue(world);
        expect(new Set(entries.map(shopperOf)).size).toBe(entries.length);
        await expectCounts(world, products, entries);

        for (const product of products) {
          for (const variant of product.variants) {
            const subject = { store_id: world.store.id, product_id: product.id, variant_id: variant.id };
            for (let number = 0; number <= restocksOfVariant; number += 1) await restock(subject, number);
          }
        }
        expect(await deliver(settlements)).toBe(0);
        expect(await entriesIn(world)).toEqual([]);
        await expectCounts(world, products, []);

        const mailed = await mailsDue(world);
        expect(new Set(mailed).size).toBe(mailed.length);
        expect(mailed).toHaveLength(mailedBefore.length + entries.length);
        expect(mailed.map(withoutNumber)).toEqual(expect.arrayContaining(entries.map(shopperOf)));
      },
    ),
    { endOnFailure: true, numRuns: Number(process.env.RUNS ?? 2), seed: Number(process.env.SEED ?? 20_261_121) },
  );
}, 600_000);
