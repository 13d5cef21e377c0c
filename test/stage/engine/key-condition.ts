/** The few forms of conditions that queries of an index have, judged as DynamoDB judges them. Throws on any other. */
import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { compare, type RawItem } from './raw-items.ts';

type Query = Pick<
  QueryCommandInput,
  'KeyConditionExpression' | 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

type Test = (item: RawItem) => boolean;

/** Whether an item belongs to what a query reads. */
export function keyConditionOf(query: Query): Test {
  const { KeyConditionExpression = '' } = query;
  const [partition = '', ...sort] = KeyConditionExpression.split(/ AND (.+)/s).filter((part) => part !== '');
  const tests = [partition, ...sort].map((text) => comparison(text, query));
  return (item) => tests.every((test) => test(item));
}

/** Whether an item that was read is answered too. */
export function filterOf(query: Query): Test {
  const { FilterExpression } = query;
  if (FilterExpression === undefined) return () => true;
  const [, name = '', value = ''] = FilterExpression.match(/^contains\((\S+), (\S+)\)$/) ?? unknown(FilterExpression);
  const { attribute, operand } = terms(query);
  return (item) => item[attribute(name)]?.S?.includes(operand(value)?.S ?? '') ?? false;
}

function comparison(text: string, query: Query): Test {
  const { attribute, operand } = terms(query);
  const between = text.match(/^(\S+) BETWEEN (\S+) AND (\S+)$/);
  if (between) {
    const [, name = '', low = '', high = ''] = between;
    return (item) =>
      compare(item[attribute(name)], operand(low)) >= 0 && compare(item[attribute(name)], operand(high)) <= 0;
  }
  const [, name = '', sign = '', value = ''] = text.match(/^(\S+) (=|<|<=|>|>=) (\S+)$/) ?? unknown(text);
  return (item) => signs[sign]?.(compare(item[attribute(name)], operand(value))) ?? false;
}

const terms = ({ ExpressionAttributeNames, ExpressionAttributeValues }: Query) => ({
  attribute: (name: string) => ExpressionAttributeNames?.[name] ?? name,
  operand: (name: string) => ExpressionAttributeValues?.[name],
});

const signs: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function unknown(text: string): never {
  throw new Error(`The simulated indexes do not know this condition: ${text}`);
}
