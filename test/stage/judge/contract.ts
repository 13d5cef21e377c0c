/** What the contract says of objects and ledgers, as far as a judge of whole requests needs it: no rule of any noun. */
import type * as z from 'zod/mini';
import { functions, operations } from '../../../lib/resources/nouns.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { resources } from '../../../lib/schema/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';

type Asked = Operation | Invocable;

export const isOperation = (of: Asked): of is Operation => 'method' in of;

const replyOf = (of: Asked): z.ZodMiniType | undefined => (isOperation(of) ? of.success.schema : of.result);

export const bodyOf = (of: Asked): z.ZodMiniType | undefined => (isOperation(of) ? of.body : of.payload);

export const isRead = (of: Asked): boolean => of.readOnly === true || (isOperation(of) && of.method === 'GET');

/** Whether a list reads an index, which follows the table within seconds. */
export const isBehind = ({ reach = [] }: Asked): boolean => reach.some((each) => each.startsWith('Query '));

/** The names in a path, in their order. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

type Table = NonNullable<ReturnType<typeof tableOf>>['fields'];

interface Inner {
  _zod: { def: { innerType?: z.ZodMiniType; element?: z.ZodMiniType } };
}

/** The fields of an object, whether it is optional or not. */
export function fieldsOf(schema: z.ZodMiniType | undefined): Table {
  if (!schema) return {};
  const { innerType } = (schema as unknown as Inner)._zod.def;
  return tableOf(schema)?.fields ?? (innerType ? fieldsOf(innerType) : {});
}

/** The fields of what a list holds; none where it is no list. */
function itemsOf(schema: z.ZodMiniType | undefined): Table {
  const { data } = fieldsOf(schema);
  return fieldsOf((data?.shown as unknown as Inner | undefined)?._zod.def.element);
}

/** The kind of an object, by which its id begins. */
export const kindOf = (id: unknown): string => (typeof id === 'string' ? (/^([a-z]{3})_\w+$/.exec(id)?.[1] ?? '') : '');

/** The kind that a reply is of; '' where it is no object. */
export const kindOfReply = (of: Asked): string => kindOf(fieldsOf(replyOf(of)).id?.example);

/** The kind of what a function removes; '' where it removes nothing. */
export function kindRemovedBy(of: Asked): string {
  const fields = fieldsOf(replyOf(of));
  return fields.deleted ? kindOf(Object.entries(fields).find(([name]) => name.endsWith('_id'))?.[1].example) : '';
}

const asked: readonly Asked[] = [...operations, ...Object.values(functions)];

/**
 * The fields that are judged, by the kind of their object: those that a request gives and a reply shows under one name. What only
 * the service sets, such as a state, a count or a time, changes by other means, and is not judged.
 */
export const judgedFields = new Map<string, Set<string>>();

/** What the fields of an object are that a body leaves out, by the kind of the object. */
export const defaults = new Map<string, Readonly<Record<string, unknown>>>();

for (const of of asked.filter((each) => !isRead(each))) {
  const shown = fieldsOf(replyOf(of));
  const given = Object.entries(fieldsOf(bodyOf(of))).flatMap(([name, { input }]) => (input ? [name] : []));
  const both = given.filter((name) => shown[name]?.shown);
  const kind = kindOfReply(of);
  if (both.length === 0 || kind === '') continue;
  judgedFields.set(kind, new Set([...(judgedFields.get(kind) ?? []), ...both]));
  defaults.set(kind, tableOf(replyOf(of) as z.ZodMiniType)?.absent ?? {});
}

/** Lists of an object's entries: each adds its amount and shows the balance after it. */
export const isLedger = (of: Asked): of is Operation => {
  const { amount, balance } = itemsOf(replyOf(of));
  return isOperation(of) && of.method === 'GET' && amount !== undefined && balance !== undefined;
};

/** The paths of parts of an object, which have no id of their own. */
const partPaths = new Set(
  operations.flatMap((of) => {
    const isPart =
      of.path.includes('}/') && !of.path.endsWith('}/') && kindOfReply(of) === '' && !fieldsOf(replyOf(of)).data;
    return isPart && of.method === 'GET' ? [of.path] : [];
  }),
);

/** Whether a request is about a part of an object: the part may be absent while the object is there, and its fields are not the object's. */
export const isOfPart = (of: Asked): boolean => isOperation(of) && partPaths.has(of.path);

/** The kinds that have a ledger: their balance is judged as the sum of what is added to it. */
export const kindsWithLedger = new Set(
  operations.filter(isLedger).map(({ path, parameters }) => {
    const [name = ''] = namesIn(path).slice(-1);
    return resources[(parameters as Record<string, keyof typeof resources>)[name] ?? 'store'].prefix as string;
  }),
);
