/** What an expression says, with any names of its placeholders. */
import type { Any as Input } from './on-call.ts';

/** The key that a query is for: its partition, and what the sort keys begin with where it says so. */
export function queriedKey({ KeyConditionExpression = '', ExpressionAttributeValues = {} }: Input) {
  const valueAt = (place: RegExp) => ExpressionAttributeValues[place.exec(KeyConditionExpression)?.[1] ?? ''];
  return { pk: String(valueAt(/= (:\w+)/) ?? ''), sk: String(valueAt(/begins_with\(\S+, (:\w+)\)/) ?? '') };
}

/** An expression with the names and values of its placeholders. */
export const filledIn = (
  expression: string | undefined,
  { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Input,
): string | undefined =>
  expression
    ?.replaceAll(/#\w+/g, (name) => String(ExpressionAttributeNames[name]))
    .replaceAll(/:\w+/g, (value) => String(ExpressionAttributeValues[value]));
