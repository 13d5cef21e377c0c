/** Defects of the service, planted by spoiling the calls that it makes. */
import { onTestFinished } from 'vitest';
import { eventbridge } from '../../../lib/bus/bus.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type Any as Input, onCall } from '../../support/aws/on-call.ts';

/** The changed input of a call; undefined if the call is answered and never made. */
export type Spoil = (input: Input, command: string) => Input | undefined;

/** Spoils the calls of all functions until the test ends. */
export function spoilCalls(spoil: Spoil): void {
  const end = onCall([dynamodb, sqs, s3(), eventbridge], ({ command, input }, next) => {
    const spoiled = spoil(input, command);
    return spoiled && next(spoiled);
  });
  onTestFinished(end);
}

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

export const withoutConditions: Spoil = (input) =>
  input.TransactItems
    ? inTransaction(input, (items) =>
        items
          .filter(({ ConditionCheck }) => !ConditionCheck)
          .map((item) => Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, unconditioned(write)]))),
      )
    : input.ConditionExpression
      ? unconditioned(input)
      : input;

export const withoutRecords: Spoil = (input, command) => {
  const isRecord = ({ TableName }: Input) => TableName === process.env.REQUEST_TABLE;
  if (input.TransactItems) return inTransaction(input, (items) => items.filter(({ Put }) => !(Put && isRecord(Put))));
  return command === 'PutItemCommand' && isRecord(input) ? undefined : input;
};

export const withoutEveryFifthCommit = (): Spoil => {
  let commits = 0;
  return (input) => (input.TransactItems && ++commits % 5 === 0 ? undefined : input);
};
