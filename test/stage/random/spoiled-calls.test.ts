/** That the simulation finds nothing proves something only where it finds what is there: here AWS is used as it must not be. */
import { afterEach, expect, test } from 'vitest';
import { eventbridge } from '../../../lib/bus/bus.ts';
import { s3 } from '../../../lib/objects/client.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Input } from '../engine/served.ts';
import { customerAddresses } from '../steps/customer-addresses.ts';
import { giftCards } from '../steps/gift-cards.ts';
import { giftOptions } from '../steps/gift-options.ts';
import type { Area } from '../steps/step.ts';
import { waitlist } from '../steps/waitlist.ts';
import { simulate } from './simulation.ts';

interface AwsClient {
  middlewareStack: { add(middleware: never, options: object): void; remove(name: string): boolean };
}

const clients: readonly AwsClient[] = [dynamodb, sqs, s3(), eventbridge];

type Next = (args: { input: Input }) => Promise<{ output: object }>;

/** What becomes of a call's input; undefined where the call is answered and never made. */
type Spoil = (input: Input, command: string) => Input | undefined;

function spoilCalls(spoil: Spoil): void {
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }) =>
    async (args: { input: Input }) => {
      const input = spoil(args.input, commandName);
      return input ? next({ ...args, input }) : { output: { $metadata: {} } };
    };
  for (const { middlewareStack } of clients) {
    middlewareStack.add(middleware as never, { step: 'initialize', name: 'spoil' });
  }
}

afterEach(() => {
  for (const { middlewareStack } of clients) middlewareStack.remove('spoil');
});

const unconditioned = (write: Input): Input => {
  const { ConditionExpression: _, ...rest } = write;
  const used = Object.entries<unknown>(rest.ExpressionAttributeValues ?? {}).filter(([name]) =>
    rest.UpdateExpression?.includes(name),
  );
  const names = Object.entries<string>(rest.ExpressionAttributeNames ?? {}).filter(([name]) =>
    rest.UpdateExpression?.includes(name),
  );
  return {
    ...rest,
    ExpressionAttributeValues: used.length > 0 ? Object.fromEntries(used) : undefined,
    ExpressionAttributeNames: names.length > 0 ? Object.fromEntries(names) : undefined,
  };
};

const inTransaction = (input: Input, change: (items: Input[]) => Input[]): Input | undefined => {
  const TransactItems = change(input.TransactItems);
  return TransactItems.length > 0 ? { ...input, TransactItems } : undefined;
};

const withoutConditions: Spoil = (input) =>
  input.TransactItems
    ? inTransaction(input, (items) =>
        items
          .filter(({ ConditionCheck }) => !ConditionCheck)
          .map((item) => Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, unconditioned(write)]))),
      )
    : input.ConditionExpression
      ? unconditioned(input)
      : input;

const withoutRecords: Spoil = (input, command) => {
  const isRecord = ({ TableName }: Input) => TableName === process.env.REQUEST_TABLE;
  if (input.TransactItems) return inTransaction(input, (items) => items.filter(({ Put }) => !(Put && isRecord(Put))));
  return command === 'PutItemCommand' && isRecord(input) ? undefined : input;
};

const withoutEveryFifthCommit = (): Spoil => {
  let commits = 0;
  return (input) => (input.TransactItems && ++commits % 5 === 0 ? undefined : input);
};

/** Changes what is put on the bus. */
const puttingEvents =
  (change: (entries: Input[]) => Input[]): Spoil =>
  (input, command) =>
    command === 'PutEventsCommand' ? { ...input, Entries: change(input.Entries) } : input;

const toldOtherwise = (change: (event: { id: string; sequence: number }) => object): Spoil =>
  puttingEvents((entries) =>
    entries.map(({ Detail, ...entry }) => {
      const event = JSON.parse(Detail);
      return { ...entry, Detail: JSON.stringify({ ...event, ...change(event) }) };
    }),
  );

let toldSoFar = 0;

test.each<[string, Area, Spoil]>([
  ['conditions are left out of gift options', giftOptions, withoutConditions],
  ['conditions are left out of gift cards', giftCards, withoutConditions],
  ['conditions are left out of waitlists', waitlist, withoutConditions],
  ['idempotency records are not written', customerAddresses, withoutRecords],
  ['a commit is answered and lost', customerAddresses, withoutEveryFifthCommit()],
  ['an event at the end of a batch is lost', giftCards, puttingEvents((entries) => entries.slice(0, 9))],
  ['a sequence does not rise', giftCards, toldOtherwise(() => ({ sequence: 1 }))],
  ['an event has another id when it comes again', giftCards, toldOtherwise(() => ({ id: `evt_${++toldSoFar}` }))],
])('it is noticed where %s', async (_, area, spoil) => {
  spoilCalls(spoil);
  const found: string[] = [];
  // The first seed is a long run.
  for (let seed = 2; seed <= 12 && found.length === 0; seed += 1) {
    const { violation } = await simulate(seed, { among: [area], withEvents: true });
    if (violation) found.push(violation.message);
  }
  expect(found).toHaveLength(1);
});
