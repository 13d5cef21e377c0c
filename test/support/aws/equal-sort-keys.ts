/**
 * DynamoDB promises no order of items with equal sort keys in an index. The engine has one of its own; here they come in an order
 * that a seed draws, and that stays the same from page to page.
 */
import { randomInt } from 'node:crypto';
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { storeTableDefinition, type TableIndex } from '../../../lib/schema/tables.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { compare, filterOf, only, orderOfEquals, type RawItem } from '../../stage/engine/indexes.ts';
import { engine } from './engine.ts';
import { onCall } from './on-call.ts';

/** Of this process; `EQUAL_KEYS_SEED` sets it. */
export const seedOfEquals = Number(process.env.EQUAL_KEYS_SEED ?? randomInt(2 ** 31));

let shuffled = 0;

/** How many answers have held equal sort keys so far. */
export const shuffledSoFar = (): number => shuffled;

const inAnyOrder = orderOfEquals(seedOfEquals);

const indexes: readonly TableIndex[] = storeTableDefinition.indexes;

/** What the index has under the key condition of a query, however many pages that takes. */
async function readAll({ TableName, IndexName, ...query }: QueryCommandInput): Promise<RawItem[]> {
  const { KeyConditionExpression, ScanIndexForward } = query;
  const isNamed = ([name]: [string, unknown]) => new RegExp(`${name}\\b`).test(KeyConditionExpression ?? '');
  const terms = (all: object = {}) => Object.fromEntries(Object.entries(all).filter(isNamed));
  const [names, values] = [terms(query.ExpressionAttributeNames), terms(query.ExpressionAttributeValues)];
  const found: RawItem[] = [];
  let ExclusiveStartKey: RawItem | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await engine.send(
      new QueryCommand({
        ...{ TableName, IndexName, KeyConditionExpression, ScanIndexForward, ExclusiveStartKey },
        ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
        ExpressionAttributeValues: values,
      }),
    );
    found.push(...Items);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

interface Answer {
  Items?: Record<string, unknown>[];
  ScannedCount?: number;
  LastEvaluatedKey?: Record<string, unknown>;
}

/** The answer to a query where equal sort keys come in the drawn order: the same page, and its end, in that order. */
async function reordered(input: QueryCommandInput, index: TableIndex, answer: Answer): Promise<Answer> {
  const { ExclusiveStartKey: start, ProjectionExpression, ScanIndexForward = true } = input;
  const { partitionKey, sortKey } = index;
  const sign = ScanIndexForward ? 1 : -1;
  const order = (a: RawItem, b: RawItem) => sign * (compare(a[sortKey.name], b[sortKey.name]) || inAnyOrder(a, b));
  const all = (await readAll(input)).toSorted(order);
  if (all.some((item, place) => place > 0 && compare(item[sortKey.name], all[place - 1]?.[sortKey.name]) === 0)) {
    shuffled += 1;
  }
  const left = start ? all.filter((item) => order(item, start) > 0) : all;
  const read = answer.LastEvaluatedKey ? left.slice(0, answer.ScannedCount) : left;
  const last = answer.LastEvaluatedKey && read.at(-1);
  const found = read.filter(filterOf(input));
  const shown = ProjectionExpression ? found.map((item) => only(item, ProjectionExpression.split(/, ?/))) : found;
  return {
    ...answer,
    ...(answer.Items && { Items: shown.map((item) => unmarshall(item)) }),
    ...{ Count: found.length, ScannedCount: read.length },
    LastEvaluatedKey: last && unmarshall(only(last, ['pk', 'sk', partitionKey, sortKey.name])),
  };
}

/** Whether the engine's own order may show in an answer: it holds equals, or may have been cut between some. */
function mayShowOrder(input: QueryCommandInput, { sortKey }: TableIndex, { Items = [], LastEvaluatedKey }: Answer) {
  const places = Items.map((item) => String(item[sortKey.name]));
  return (
    LastEvaluatedKey !== undefined || input.ExclusiveStartKey !== undefined || new Set(places).size < places.length
  );
}

// Behind all other layers before the engine: a simulation, which has indexes of its own, never comes here.
onCall(
  dynamodb,
  async ({ command, input }, next) => {
    const answer = await next();
    const index = command.startsWith('Query') && indexes.find(({ name }) => name === input.IndexName);
    return index && mayShowOrder(input, index, answer) ? reordered(input, index, answer) : answer;
  },
  'lastOfTry',
);
