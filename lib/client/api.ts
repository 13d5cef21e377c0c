/**
 * The part of the contract that the client uses. The package has a generated module with the same exports instead, so that it contains none
 * of the contract's code.
 */
import type * as z from 'zod/mini';
import type { GatewayError } from '../resources/gateway-errors.ts';
import type { ErrorCode as ContractCode } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import type { Operation } from '../schema/operation.ts';
import type { Call } from './call.ts';
import type { List } from './list.ts';
import { methods, uploads } from './methods.ts';
import { routeOf } from './operation-route.ts';
import type { CallOptions } from './options.ts';
import type { Route } from './route.ts';

export type ErrorCode = ContractCode | GatewayError['code'];

type Ids<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : [];

/** `expand` is sent as it is written, and names are separated by commas. */
type FiltersOf<Query extends z.ZodMiniType> = {
  [Name in keyof z.output<Query>]?: Name extends 'expand' ? string : z.output<Query>[Name];
};

type InputOf<O> =
  O extends Operation<infer _Path, infer Query, infer Body>
    ? Body extends z.ZodMiniType
      ? undefined extends z.input<Body>
        ? [body?: z.input<Body>]
        : [body: z.input<Body>]
      : Query extends z.ZodMiniType
        ? ResultOf<O> extends List<unknown>
          ? [filters?: FiltersOf<Query>]
          : []
        : []
    : never;

/** A method that is no list takes its query with its options: it had none when clients began to call it. */
type OptionsOf<O> =
  O extends Operation<infer _Path, infer Query>
    ? Query extends z.ZodMiniType
      ? ResultOf<O> extends List<unknown>
        ? CallOptions
        : CallOptions & FiltersOf<Query>
      : CallOptions
    : never;

type ReplyOf<O> =
  O extends Operation<infer _Path, infer _Query, infer _Body, infer Reply>
    ? Reply extends z.ZodMiniType
      ? z.output<Reply>
      : undefined
    : never;

/** A list has pages; a reply with results to a body has none. */
type ResultOf<O> = O extends { body: z.ZodMiniType }
  ? Call<ReplyOf<O>>
  : ReplyOf<O> extends { data: (infer Item)[]; has_more: boolean }
    ? List<Item>
    : Call<ReplyOf<O>>;

type MethodOf<O extends Operation> = (
  ...args: [...ids: Ids<O['path']>, ...input: InputOf<O>, options?: OptionsOf<O>]
) => ResultOf<O>;

type MethodsOf<Operations extends Record<string, Operation>> = {
  readonly [Name in keyof Operations]: MethodOf<Operations[Name]>;
};

/** Methods that call one operation, by group. */
export type Groups = { readonly [Group in keyof typeof methods]: MethodsOf<(typeof methods)[Group]> };

export type UploadReplies = {
  readonly [Kind in keyof typeof uploads]: {
    readonly [Step in keyof (typeof uploads)[Kind]]: ReplyOf<(typeof uploads)[Kind][Step]>;
  };
};

type RoutesOf<Table> = { readonly [Group in keyof Table]: { readonly [Name in keyof Table[Group]]: Route } };

export const routes = routesOf(methods);

export const uploadRoutes = routesOf(uploads);

/** Maximum bytes of a file in one request. */
export const wholeFileBytes: number = limits.functionBody;

function routesOf<const Table extends Record<string, Record<string, Operation>>>(table: Table): RoutesOf<Table> {
  const groups = Object.entries(table).map(([group, operations]) => [
    group,
    Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, routeOf(operation)])),
  ]);
  return Object.fromEntries(groups);
}
