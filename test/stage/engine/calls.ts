/** What calls to AWS do that take more than one moment: between their moments everything else may happen. */
import { isDeepStrictEqual } from 'node:util';
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { engine } from '../../support/aws/engine.ts';
import type { Run } from '../random/run.ts';
import type { Execution } from './execution.ts';
import { type Call, errorOf, type FaultKind } from './faults.ts';
import { compare, type Found, nameOf, only, type RawItem, replica, type Shape } from './indexes.ts';
import { expectConditions, isConditional, mixed } from './unkind-aws.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
type Input = any;

/** A call to AWS: `begin`, where there is one, and `send` are each one moment. */
export interface Exchange {
  /** Throws if AWS refuses what others hold. */
  begin?(): Promise<void>;
  send(): Promise<unknown>;
  /** Called after any outcome. */
  end?(): void;
}

/** How AWS makes a call; `next` sends it to the engine as it is. */
export function exchangeOf(
  execution: Execution,
  call: Call,
  { input, kind, next }: { input: Input; kind: FaultKind | undefined; next: () => Promise<unknown> },
): Exchange {
  const { command, service } = call;
  if (service === 'S3' && isConditional(input)) {
    const write = async () => {
      await expectConditions(input);
      return next();
    };
    return holding(execution, call, [`object ${input.Key}`], write);
  }
  if (service !== 'DynamoDB') return { send: next };
  if (command === 'Query') return reading(execution, querying(execution, input));
  if (command === 'BatchGetItem') return reading(execution, gettingBatch(execution, input, kind === 'refused in part'));
  const written = itemsOf(call, input);
  const follow = async () => {
    try {
      return await next();
    } catch (error) {
      if (waitsForDeletion(input, error)) countHeldUp(execution);
      throw error;
    } finally {
      await execution.run.indexes.follow(written.filter((key) => key.sk));
    }
  };
  return written.length > 0 ? holding(execution, call, written.map(nameOf), follow) : { send: next };
}

/** Keys of the items of the store table and of the request table that a call writes or checks. */
function itemsOf({ command }: Call, input: Input): RawItem[] {
  if (command === 'TransactWriteItems') return input.TransactItems.map(keyOf);
  if (command === 'BatchWriteItem') return Object.values<Input>(input.RequestItems).flat().map(keyOf);
  return /^(?:Put|Update|Delete)Item$/.test(command) ? [keyOf({ only: input })] : [];
}

function keyOf(write: Record<string, { Item?: RawItem; Key?: RawItem }>): RawItem {
  const [{ Item, Key } = {}] = Object.values(write).filter((kind) => kind !== undefined);
  return only(Key ?? Item ?? {}, ['pk', 'sk']);
}

function countHeldUp(execution: Execution): void {
  execution.timesHeldUp = (execution.timesHeldUp ?? 0) + 1;
}

/** Whether an import was refused because someone else is deleting one of its customers, which it waits for. */
function waitsForDeletion({ TransactItems = [] }: Input, error: unknown): boolean {
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? [];
  return reasons.some(
    ({ Code }, index) =>
      Code === 'ConditionalCheckFailed' &&
      Object.values(TransactItems[index].Update?.ExpressionAttributeNames ?? {}).includes('sweeping'),
  );
}

/** A transaction holds its items, and a conditional write holds its object, from one moment to another. */
function holding(execution: Execution, call: Call, names: readonly string[], send: () => Promise<unknown>): Exchange {
  const { run } = execution;
  const { holds, conditions, chances } = run;
  const refuse = () => {
    const held = names.map((name) => holds.isHeld(name));
    if (!held.includes(true)) return;
    countHeldUp(execution);
    run.count(call.service === 'S3' ? 'object held by another' : 'item held by another');
    throw errorOf(
      'conflict',
      call,
      held.map((isHeld) => (isHeld ? 'TransactionConflict' : 'None')),
    );
  };
  const isShort = !/^(?:TransactWrite|Copy|Complete)/.test(call.command) || !chances.chance(conditions.held);
  if (isShort) {
    return {
      async send() {
        refuse();
        return send();
      },
    };
  }
  let end = (): void => undefined;
  return {
    async begin() {
      refuse();
      end = holds.hold(names);
    },
    send,
    end: () => end(),
  };
}

/** A read of several items, at one moment or, item by item, at two. */
interface Reading<M> {
  look(): Promise<M>;
  mix(moments: readonly [M, M]): M;
  answer(found: M): object;
}

function reading<M>({ run }: Execution, { look, mix, answer }: Reading<M>): Exchange {
  const answered = (found: M) => answer(found);
  if (!run.chances.chance(run.conditions.pieces)) return { send: async () => answered(await look()) };
  let earlier: M | undefined;
  return {
    async begin() {
      earlier = await look();
    },
    async send() {
      const now = await look();
      if (!earlier) return answered(now);
      if (!isDeepStrictEqual(earlier, now)) run.count('read in pieces');
      return answered(mix([earlier, now]));
    },
  };
}

const ofTable: Pick<Shape, 'keyNames'> = { keyNames: ['pk', 'sk'] };

function querying({ run }: Execution, input: QueryCommandInput): Reading<Found> {
  const { IndexName, Limit, ScanIndexForward = true } = input;
  const index = IndexName === undefined ? undefined : run.indexes.of(IndexName);
  const order: Shape['order'] = (a, b) => (ScanIndexForward ? 1 : -1) * compare(a.sk, b.sk);
  return {
    async look() {
      if (!index || !run.indexes.areLagging) return queryEngine(input);
      if (index.isBehind(input)) run.count('index behind the table');
      return index.query(input);
    },
    mix: (moments) => mixed(moments, index?.shapeOf(input) ?? { ...ofTable, order }, Limit, run.chances),
    answer: (found) => answerOf(input, found),
  };
}

async function queryEngine(input: QueryCommandInput): Promise<Found> {
  const { Select: _, ProjectionExpression: __, ...whole } = input;
  if (!input.ConsistentRead && !input.IndexName) throw new Error('The simulation does not know such a query');
  const { Items = [], LastEvaluatedKey } = await engine.send(new QueryCommand(whole));
  return { items: Items, end: LastEvaluatedKey };
}

function answerOf({ Select, ProjectionExpression }: QueryCommandInput, { items, end }: Found): object {
  const shown = ProjectionExpression ? items.map((item) => only(item, ProjectionExpression.split(/, ?/))) : items;
  return {
    ...(Select === 'COUNT' ? {} : { Items: shown.map(toDocument) }),
    Count: items.length,
    LastEvaluatedKey: end && toDocument(end),
  };
}

/** The input behind the simulation has passed the client's own translation already. */
const toDocument = (item: RawItem) => unmarshall(item);

type ItemsFound = ReadonlyMap<string, RawItem>;

/** Of one table; `isPartial`: some keys are left for another call. */
function gettingBatch({ run }: Execution, input: BatchGetItemCommandInput, isPartial: boolean): Reading<ItemsFound> {
  const [[table = '', { Keys = [], ConsistentRead } = {}] = []] = Object.entries(input.RequestItems ?? {});
  const read = isPartial ? Keys.slice(0, Math.floor(Keys.length / 2)) : Keys;
  return {
    async look() {
      if (read.length === 0) return new Map();
      const isBehind = !ConsistentRead && run.indexes.areLagging;
      const items = isBehind ? getFromReplica(run, read) : await getItems(table, read);
      return new Map(items.map((item) => [nameOf(item), item]));
    },
    mix: (moments) =>
      new Map(
        read.flatMap((key): [string, RawItem][] => {
          const item = run.chances.pick(moments).get(nameOf(key));
          return item ? [[nameOf(key), item]] : [];
        }),
      ),
    answer: (found) => ({
      Responses: { [table]: [...found.values()].map(toDocument) },
      UnprocessedKeys: isPartial ? { [table]: { Keys: Keys.slice(read.length).map(toDocument), ConsistentRead } } : {},
    }),
  };
}

async function getItems(table: string, Keys: RawItem[]): Promise<RawItem[]> {
  const { Responses } = await engine.send(
    new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
  );
  return Responses?.[table] ?? [];
}

function getFromReplica(run: Run, keys: readonly RawItem[]): RawItem[] {
  const index = run.indexes.of(replica);
  if (keys.some((key) => index.isBehindOf(key))) run.count('index behind the table');
  return keys.map((key) => index.get(key)).filter((item) => item !== undefined);
}
