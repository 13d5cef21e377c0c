/**
 * A restock of five where a thousand wait: at any call where its function dies, with any shoppers joining and leaving, exactly the five who
 * have waited longest get the email, once each, although each message comes twice; all others stay counted.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { sqs } from '../../lib/queue/send.ts';
import { inOrderOfTurns } from '../../lib/resources/waitlist/rules.ts';
import { allParts } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { momentsOf } from '../support/aws/aws-calls.ts';
import { type Intercepted, type Next, withOnCall } from '../support/aws/on-call.ts';
import { batchOf, mailsSent, queuedMails } from '../support/aws/queued-messages.ts';
import { entitiesOf } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { importEntries, importedEntry } from '../support/world/move-in.ts';
import { count, join, notifyFew, restock, workOfFew } from '../support/world/restocks.ts';
import { leave } from '../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });
const sendMail = await handlerOf({ name: 'send-restock-mail' });

afterAll(() => {
  vi.useRealTimers();
});

/** An address of the store's own: all stores share an inbox. */
const addressOf = ({ store }: World, name: string): string => `${name}@${store.id.slice(4).toLowerCase()}.example.com`;

/** Each waits since another second, in no order of their names; every tenth since the same one as the next. */
async function aThousandWait(world: World): Promise<void> {
  const startedAt = Date.now() - 400 * 86_400_000;
  const records = Array.from({ length: 1000 }, (_, index) => {
    const place = (index * 919) % 1000;
    const second = place % 10 === 0 ? place + 1 : place;
    return importedEntry(world, {
      email: addressOf(world, `shopper${index}`),
      joined_at: toTimestamp(startedAt + second * 1000),
    });
  });
  for (const some of chunksOf(records, 100)) await succeeded(importEntries(world, some));
}

interface Waiting {
  id: string;
  email: string;
  joined_at: string;
}

/** Who waits, in the order of their turns, as the table has it. */
async function waitingIn(world: World): Promise<Waiting[]> {
  const found = (await entitiesOf(world.store.id)).filter(({ sk, email }) => sk.startsWith('ENTRY#') && email);
  return (found as unknown as Waiting[]).toSorted(inOrderOfTurns);
}

/** Does some work in a function that dies at its call number `last` to AWS: that one arrives, or not. Answers the commands of its calls. */
async function dyingAt(last: number, arrives: boolean, work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const dying = async ({ command }: Intercepted, next: Next) => {
    const calls = commands.push(command);
    if (calls > last || (calls === last && !arrives)) throw new Error('The function has died');
    const answer = await next();
    if (commands.length >= last) throw new Error('The function has died');
    return answer;
  };
  await withOnCall([dynamodb, sqs], dying, work);
  return commands;
}

/** Who waits, the longest first. */
type Order = Pick<Waiting, 'email'>[];

/**
 * A restock of five with a function that dies at a call. One of the five then leaves, if still waiting, and
 * someone joins. Returns the commands of the calls that the function has made.
 */
async function restockDying(world: World, order: Order, last: number, arrives: boolean): Promise<string[]> {
  const restock_id = `lorry ${last} ${arrives}`;
  const [product] = world.products;
  const first = order.slice(0, 6).map(({ email }) => email);
  const leaving = first[2] ?? '';
  const joining = addressOf(world, `late-${last}-${arrives}`);
  await succeeded(restock(world, restock_id, 0, { notify_at_most: 5 }));

  const commands = await dyingAt(last, arrives, () => workOnWaitlist(batchOf([workOfFew(world, restock_id)])));
  const areNotified = (await count(world)) < order.length;
  await leave(world, product, leaving);
  await join(world, joining);
  await notifyFew(world, restock_id, { times: 2 });
  await notifyFew(world, restock_id);

  const taken = areNotified ? first.slice(0, 5) : first.filter((email) => email !== leaving);
  expect(await mailed(world), restock_id).toEqual(taken.toSorted());
  order.splice(0, areNotified ? 5 : 6);
  order.push({ email: joining });
  expect(await count(world)).toBe(order.length);
  return commands;
}

test('five of a thousand are those who have waited longest, once each, wherever the function dies', async () => {
  const world = await newWorld();
  await aThousandWait(world);
  const order: Order = await waitingIn(world);
  expect(order).toHaveLength(1000);

  let deaths = 0;
  for (let hasDied = true; hasDied; ) {
    deaths += 1;
    const commands = await restockDying(world, order, deaths, false);
    hasDied = commands.length >= deaths;
    const command = commands[deaths - 1];
    if (command && momentsOf(command).includes('after')) await restockDying(world, order, deaths, true);
  }

  // Just the reading takes a query of each shard.
  expect(deaths).toBeGreaterThan(allParts.length);
  expect(emailsOf(await waitingIn(world))).toEqual(emailsOf(order));
});

const emailsOf = (order: Order): string[] => order.map(({ email }) => email).toSorted();

let delivered = 0;
let arrived = 0;

/** Delivers each email queued since, twice each, and returns the recipients since, in alphabetical order. */
async function mailed(world: World): Promise<string[]> {
  const bodies = queuedMails.slice(delivered).filter((body) => body.includes(world.store.id));
  delivered = queuedMails.length;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
  for (const body of [...bodies, ...bodies]) {
    expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [] });
  }
  const to = (await mailsSent())
    .flatMap(({ destination }) => destination.to)
    .filter((one) => one.endsWith(addressOf(world, '')));
  const fresh = to.slice(arrived);
  arrived = to.length;
  return fresh.toSorted();
}
