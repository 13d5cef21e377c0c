/** The functions that the client can call. The package has a generated module with the same exports instead. */
import type * as z from 'zod/mini';
import { type functions, invocables } from '../resources/nouns.ts';
import type { Invocable } from '../schema/invocable.ts';
import { overHttp } from '../schema/storefront.ts';
import { routeOf } from './operation-route.ts';
import type { FunctionOptions } from './options.ts';
import type { FunctionRoute, StorefrontRoute } from './route.ts';

type Declared = typeof functions;

/** The store is that of the client, except for a store that does not exist yet. An operator can pass another store in each call. */
type PayloadOf<Payload, Group> = Payload extends { store_id: string }
  ? Omit<Payload, 'store_id'> & { store_id?: Group extends 'operator' ? string | undefined : undefined }
  : Payload;

/** An id that the client creates if a call omits it. */
type WithOwnIds<Payload> = Payload extends { rotation_id: string }
  ? Omit<Payload, 'rotation_id'> & { rotation_id?: string | undefined }
  : Payload;

type Arguments<Payload> = Record<never, never> extends Payload ? [payload?: Payload] : [payload: Payload];

type FunctionsOf<Group extends Invocable['group']> = {
  readonly [Name in keyof Declared as Declared[Name] extends Invocable<infer _P, infer _R, Group>
    ? Name
    : never]: Declared[Name] extends Invocable<infer Payload, infer Result>
    ? (
        ...args: [...Arguments<WithOwnIds<PayloadOf<z.input<Payload>, Group>>>, options?: FunctionOptions]
      ) => Promise<z.output<Result>>
    : never;
};

export type StorefrontFunctions = FunctionsOf<'storefront'>;

export type OperatorFunctions = FunctionsOf<'operator'>;

/** Each call creates another key, so it must not be retried after a lost response. */
const neverRepeated = 'create-api-key';

/** Ids that the client creates, by function: of what a call makes, or of the call. */
const madeIds: Readonly<Record<string, FunctionRoute['ids']>> = {
  'import-gift-cards': { import_id: 'import_' },
  'import-store-credits': { import_id: 'import_' },
  'import-reviews': { import_id: 'import_' },
  'import-customer-addresses': { import_id: 'import_' },
  'import-waitlist-entries': { import_id: 'import_' },
  'create-webhook': { webhook_id: 'whk_' },
  'rotate-webhook-secret': { rotation_id: 'rotation_' },
};

/** A route for each function of a group, by method name. */
const byMethod = <R extends FunctionRoute>(group: Invocable['group'], routeTo: (contract: Invocable) => R) =>
  Object.fromEntries(
    invocables
      .filter((each) => each.group === group)
      .map((each) => [each.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), routeTo(each)]),
  );

const onAws = ({ name, group, payload }: Invocable): FunctionRoute => ({
  name,
  store: storeIn(group, payload),
  isRepeated: name !== neverRepeated,
  ids: madeIds[name],
});

function storeIn(group: Invocable['group'], payload: z.ZodMiniType): FunctionRoute['store'] {
  const shape = 'shape' in payload ? (payload.shape as Record<string, z.ZodMiniType>) : {};
  if (!shape.store_id) return 'none';
  if (shape.store_id.safeParse(undefined).success) return 'new';
  return group === 'operator' ? 'named' : 'own';
}

export const storefrontRoutes: Readonly<Record<string, StorefrontRoute>> = byMethod('storefront', (contract) => ({
  ...onAws(contract),
  http: routeOf(overHttp(contract)),
}));

export const functionRoutes = { storefront: storefrontRoutes, operator: byMethod('operator', onAws) };
