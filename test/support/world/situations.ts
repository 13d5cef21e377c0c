/**
 * Situations in which a function of the background has something to do, in a world's store: what comes before, and with what the queue,
 * the schedule or the stream then starts it.
 */
import { marshall } from '@aws-sdk/util-dynamodb';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import type { WaitlistWork } from '../../../lib/queue/send.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as unownedObjects from '../../../lib/resources/uploads/unowned-object-records.ts';
import { deleteWebhook, replayWebhook, updateWebhook } from '../../../lib/resources/webhooks/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { watch } from '../aws/aws-calls.ts';
import { batchOf, queuedMails, queuedWork } from '../aws/queued-messages.ts';
import { invoke } from '../invoke.ts';
import { hold, lineOf, orderOf, record } from './checkout.ts';
import { later } from './clock.ts';
import { issued } from './gift-cards.ts';
import { join, notify, restock, workOfFew } from './restocks.ts';
import { newReview } from './reviews.ts';
import { newEvent, newWebhook, redeliver, startReceiver } from './webhooks.ts';
import { succeeded, type World } from './world.ts';

export interface Situation {
  /** The function that is started. */
  of: string;
  when: string;
  /** Makes the situation, and gives what the function is started with. */
  prepare(world: World): Promise<object>;
  /** What is done is done outside of the store, or there is nothing to do. */
  changesNothing?: true;
  /** Each start may make one more attempt, which is counted. */
  countsStarts?: true;
}

const email = 'shopper@example.com';

const messages = (...bodies: object[]) => batchOf(bodies.map((body) => JSON.stringify(body)));

/** What was queued last about a thing. */
function lastOf(queued: readonly string[], about: string) {
  const body = queued.findLast((each) => each.includes(about));
  if (body === undefined) throw new Error(`Nothing was queued about ${about}`);
  return batchOf([body]);
}

const inAMinute = (): string => toTimestamp(Date.now() + 60_000);

/** A part of the URL of each receiver. A person who knows it can send there. */
export const secretPath = '/hooks/only-the-store-knows';

/** A webhook of the world's store with a receiver that answers this status, and an event for it. */
async function delivery(world: World, status: number) {
  const { url } = await startReceiver(status);
  return { ...(await newWebhook(world, { url: `${url}${secretPath}` })), event: newEvent(world) };
}

/** The same as a further attempt, as its queue brings it. */
async function attempt(world: World, status: number, attempt = 3) {
  const since = toTimestamp(Date.now());
  return { ...(await delivery(world, status)), attempt, since };
}

const webhookOf = ({ store_id, webhook_id }: { store_id: string; webhook_id: string }) => ({ store_id, webhook_id });

const deliveries: Situation[] = [
  ...[
    { status: 204, when: 'the receiver takes the event' },
    { status: 500, when: 'the receiver fails', countsStarts: true as const },
    { status: 410, when: 'the receiver is gone' },
  ].flatMap(({ status, ...situation }): Situation[] => [
    {
      ...situation,
      of: 'deliver-events',
      prepare: async (world) => messages({ detail: (await delivery(world, status)).event }),
    },
    { ...situation, of: 'redeliver-events', prepare: async (world) => messages(await attempt(world, status)) },
  ]),
  {
    of: 'deliver-events',
    when: 'the store has no webhook',
    changesNothing: true,
    prepare: async (world) => messages({ detail: newEvent(world) }),
  },
  ...['deliver-events', 'redeliver-events'].flatMap((of): Situation[] => {
    const prepared = async (world: World, before: (webhook: object) => Promise<unknown>) => {
      const { event, ...further } = await attempt(world, 204);
      await before(webhookOf(further));
      return of === 'deliver-events' ? messages({ detail: event }) : messages({ ...further, event });
    };
    return [
      {
        of,
        when: 'the webhook has been disabled',
        changesNothing: true,
        prepare: (world) =>
          prepared(world, (webhook) => invoke(updateWebhook, { ...webhook, status: 'disabled' } as never)),
      },
      {
        of,
        when: 'the webhook has been deleted',
        changesNothing: true,
        prepare: (world) => prepared(world, (webhook) => invoke(deleteWebhook, webhook as never)),
      },
    ];
  }),
  {
    of: 'redeliver-events',
    when: 'the store is not there',
    changesNothing: true,
    prepare: async (world) => messages({ ...(await attempt(world, 204)), store_id: newId('store') }),
  },
  {
    of: 'sweep-deliveries',
    when: 'the pause of a delivery is over',
    async prepare(world) {
      const waiting = await attempt(world, 500);
      await redeliver(waiting);
      later(86_400);
      return {};
    },
  },
  {
    of: 'sweep-deliveries',
    when: 'a webhook that fails is to be probed',
    countsStarts: true,
    async prepare(world) {
      const { event: _, ...webhook } = await attempt(world, 500);
      for (let failure = 0; failure < 7; failure += 1) await redeliver({ ...webhook, event: newEvent(world) });
      later(70);
      return {};
    },
  },
  {
    of: 'sweep-deliveries',
    when: 'a replay waits',
    async prepare(world) {
      const webhook = await newWebhook(world);
      const ago = (hours: number) => toTimestamp(Date.now() - hours * 3_600_000);
      await succeeded(invoke(replayWebhook, { ...webhook, from: ago(2), to: ago(1) }));
      later(60);
      return {};
    },
  },
];

const giftCards: Situation[] = [
  {
    of: 'sweep-gift-cards',
    when: 'a card has expired',
    async prepare(world) {
      await issued(world, { value: 5000, expires_at: inAMinute() });
      later(120);
      return {};
    },
  },
  {
    of: 'sweep-gift-cards',
    when: 'a hold has lapsed',
    async prepare(world) {
      const { code } = await issued(world);
      await succeeded(hold(world, code, { amount: 1000, expires_at: inAMinute() }));
      later(120);
      return {};
    },
  },
  {
    of: 'sweep-gift-cards',
    when: 'an order still owes its cards',
    async prepare(world) {
      const lines = [lineOf(world.products[2], { quantity: 3, unit_price: 1500, recipient_email: email })];
      await watch(
        () => record(world, orderOf(world, { lines })),
        (_, command) => (command.startsWith('SendMessage') ? 'before' : undefined),
      );
      later(120);
      return {};
    },
  },
  {
    of: 'sweep-gift-cards',
    when: 'the day of a card has come',
    async prepare(world) {
      const line = lineOf(world.products[2], { unit_price: 1500, recipient_email: email, send_at: inAMinute() });
      await succeeded(record(world, orderOf(world, { lines: [line] })));
      later(120);
      return {};
    },
  },
  {
    of: 'send-mail',
    when: 'a card is to be mailed',
    async prepare(world) {
      const { id } = await issued(world, { value: 5000, recipient_email: email });
      return lastOf(queuedMails, id);
    },
  },
];

/** A restock of what a shopper waits for, up to the work that is queued for it. */
async function restocked(world: World, fields: object = {}): Promise<string> {
  await succeeded(join(world, email));
  const restock_id = `restock ${newId('order')}`;
  await succeeded(restock(world, restock_id, 0, fields));
  return restock_id;
}

const queuedFor = (world: World, work: WaitlistWork['work']) => {
  const bodies = queuedWork.filter((body) => body.includes(world.store.id) && JSON.parse(body).work === work);
  return batchOf(bodies.slice(0, 10));
};

const waitlist: Situation[] = [
  {
    of: 'work-on-waitlist',
    when: 'all who wait are to be notified',
    async prepare(world) {
      await restocked(world);
      return queuedFor(world, 'notify');
    },
  },
  {
    of: 'work-on-waitlist',
    when: 'those who have waited longest are to be notified',
    async prepare(world) {
      const restock_id = await restocked(world, { notify_at_most: 1 });
      return batchOf([workOfFew(world, restock_id)]);
    },
  },
  {
    of: 'send-restock-mail',
    when: 'a shopper is to be mailed',
    async prepare(world) {
      const restock_id = await restocked(world);
      await notify(world, restock_id);
      return lastOf(queuedMails, restock_id);
    },
  },
];

const importSite = ({ store, sites: [site] }: World, public_reviews: boolean) =>
  succeeded(invoke(importRecords, { store_id: store.id, sites: [{ ...site, public_reviews }] }));

/** What is done is in the bucket, and in records of all stores. */
const publicReviews: Situation[] = [
  {
    of: 'write-public-files',
    when: 'a review is new',
    changesNothing: true,
    async prepare(world) {
      const [product] = world.products;
      await importSite(world, true);
      await newReview(world, world.customers[0], product);
      return messages({ work: 'product', store_id: world.store.id, product_id: product.id });
    },
  },
  {
    of: 'write-public-files',
    when: 'a site was switched on',
    // Each start asks for the feeds.
    countsStarts: true,
    async prepare(world) {
      await importSite(world, true);
      return messages({ work: 'site', store_id: world.store.id, site_id: world.sites[0].id });
    },
  },
  {
    of: 'sweep-public-files',
    when: 'a site was switched off',
    changesNothing: true,
    async prepare(world) {
      await importSite(world, true);
      await importSite(world, false);
      return {};
    },
  },
  {
    of: 'write-feeds',
    when: 'a site has no feeds yet',
    changesNothing: true,
    async prepare(world) {
      await importSite(world, true);
      await newReview(world, world.customers[0], world.products[0]);
      return {};
    },
  },
];

/** An order that is fulfilled on a site that asks for reviews at once. */
async function asked(world: World, settings: object = {}) {
  const [site] = world.sites;
  const importWith = (more: object) => {
    const review_requests = { enabled: true, delay_days: 0, remind_after_days: 1, ...more };
    const customers = [{ ...world.customers[0], email, email_verified: true }];
    return invoke(importRecords, { store_id: world.store.id, sites: [{ ...site, review_requests }], customers });
  };
  await succeeded(importWith({}));
  await succeeded(record(world, orderOf(world, { status: 'fulfilled' })));
  await succeeded(importWith(settings));
  later(120);
  return {};
}

const reviewRequests: Situation[] = [
  { of: 'send-review-requests', when: 'an email that asks for reviews is due', prepare: (world) => asked(world) },
  {
    of: 'send-review-requests',
    when: 'the site of a due email has stopped asking',
    prepare: (world) => asked(world, { enabled: false }),
  },
];

export const situations: readonly Situation[] = [
  ...deliveries,
  ...giftCards,
  ...waitlist,
  ...publicReviews,
  ...reviewRequests,
  {
    of: 'sweep-uploads',
    when: 'an object belongs to nobody',
    async prepare({ store }) {
      const objects = [`files/${store.id}/${newId('upload')}`];
      const due_at = toTimestamp(Date.now() - 60_000);
      await commitUnitOfWork(
        writing([unownedObjects.create({ id: newId('upload'), store_id: store.id, objects, due_at })]),
      );
      return {};
    },
  },
  {
    of: 'publish-events',
    when: 'an address is new',
    changesNothing: true,
    async prepare({ store }) {
      const [pk, id] = [`${store.id}#CUSTOMER#${newId('customer')}`, newId('address')];
      const NewImage = marshall({ pk, sk: `ADDRESS#${id}`, id, city: 'Berlin', version: 1 });
      const change = { SequenceNumber: '1', ApproximateCreationDateTime: Date.now() / 1000, NewImage };
      const eventSourceARN = 'arn:aws:dynamodb:us-east-1:123456789012:table/Store/stream/2026-01-01T00';
      return { Records: [{ eventSourceARN, dynamodb: change }] };
    },
  },
  {
    of: 'keep-figures',
    when: 'a review is new',
    async prepare({ store }) {
      const pk = `${store.id}#REVIEW#${newId('review')}`;
      const NewImage = marshall({
        pk,
        sk: 'REVIEW',
        hidden_at: null,
        author_standing: 'good',
        reply: null,
        version: 1,
      });
      const change = { SequenceNumber: '1', ApproximateCreationDateTime: Date.now() / 1000, NewImage };
      const eventSourceARN = 'arn:aws:dynamodb:us-east-1:123456789012:table/Store/stream/2026-01-01T00';
      return { Records: [{ eventSourceARN, dynamodb: change }] };
    },
  },
];
