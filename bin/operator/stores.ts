/** Stores and their API keys. */

import { storefrontOperations } from '../../lib/resources/nouns.ts';
import type { ApiKey } from '../../lib/resources/stores/fields.ts';
import type { listStores as contract } from '../../lib/resources/stores/functions.ts';
import type { ResultOf } from '../../lib/schema/invocable.ts';
import { limits } from '../../lib/schema/limits.ts';
import { UsageError } from '../command-line/options.ts';
import { asLines, asTable, type Outcome, reported, type Session } from './command.ts';
import { commandName, lineOf } from './definition.ts';
import type { OperatorOf } from './invoke.ts';

/** All stores of the stack, by id. */
export async function listStores(_: object, { operator, show }: Session): Promise<Outcome> {
  const data: ResultOf<typeof contract>['data'] = [];
  for (let more = true; more; ) {
    const page = await operator().listStores({ after: data.at(-1)?.id, limit: limits.pageMaximum });
    data.push(...page.data);
    more = page.has_more;
    if (more) show(`${data.length} stores`);
  }
  const columns = ['id', 'currency', 'limit', 'created_at', 'name'] as const;
  const shown = data.map((store) => ({
    ...store,
    limit: `${store.rate_limit.requests} in ${store.rate_limit.window_seconds} s`,
  }));
  return { result: { data }, text: asTable(columns, shown, 'No stores'), ok: true };
}

interface Limit {
  'rate-limit': number | undefined;
  window: number | undefined;
}

interface NewStore extends Limit {
  id: string | undefined;
  name: string;
  /** ISO 4217, in any letter case. */
  currency: string;
}

/** Creates a store. Throws a `UsageError` for half of a rate limit. */
export const createStore = async (
  { id: store_id, name, currency, ...limit }: NewStore,
  { operator }: Session,
): Promise<Outcome> =>
  reported(
    await operator().createStore({ store_id, name, currency: currency.toUpperCase(), rate_limit: limitOf(limit) }),
  );

/** Updates a store. Throws a `UsageError` if nothing is to be changed, or for half of a rate limit. */
export async function updateStore(
  { store, name, countries, 'address-rules': address_rules, ...limit }: StoreChange,
  { operator }: Session,
): Promise<Outcome> {
  const change = { name, rate_limit: limitOf(limit), countries: countriesIn(countries), address_rules };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError(
      'There is nothing to change: use --name, --countries or --address-rules, or --rate-limit and --window',
    );
  }
  return reported(await operator(store).updateStore(change));
}

interface StoreChange extends Limit {
  store: string;
  name: string | undefined;
  /** Country IDs with their countries, such as `3=DE,4=JP`. */
  countries: string | undefined;
  'address-rules': 'contract' | 'country' | undefined;
}

/** The countries of a list. Throws a `UsageError` for any other text; the service checks ids and codes. */
function countriesIn(list: string | undefined): Record<string, string> | undefined {
  const pairs = list?.split(',').map((pair) => pair.trim().split('='));
  if (pairs?.some((pair) => pair.length !== 2)) {
    throw new UsageError(`--countries must be a list such as 3=DE,4=JP, not ${list}`);
  }
  return pairs && Object.fromEntries(pairs);
}

function limitOf({ 'rate-limit': requests, window }: Limit) {
  if (requests === undefined && window === undefined) return undefined;
  if (requests === undefined || window === undefined) throw new UsageError('Use --rate-limit and --window together');
  return { requests, window_seconds: window };
}

interface NewKey {
  store: string;
  name: string;
  permission: ApiKey['permission'];
  /** Names of storefront functions, separated by commas. */
  functions: string | undefined;
  areas: ApiKey['areas'] | undefined;
  /** RFC 3339. */
  expires: string | undefined;
}

/** Creates an API key. Throws if a name is not that of a storefront function: such a key could never call it. */
export async function createKey(
  { store, expires, functions, ...given }: NewKey,
  { operator }: Session,
): Promise<Outcome> {
  const named = functions?.split(',').map((name) => name.trim());
  const unknown = named?.filter((name) => !storefrontNames.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`Unknown function ${unknown.join(', ')}; choose from ${storefrontNames.join(', ')}`);
  }
  const result = await operator(store).createApiKey({ ...given, functions: named, expires_at: expires });
  const { functions: allowed, areas, ...shown } = result;
  const limited = given.permission === 'Storefront' ? { functions: namesIn(allowed) } : { areas: namesIn(areas) };
  return { ...reported({ ...shown, ...limited }), result };
}

/** The functions or areas that a key is limited to. */
const namesIn = (names: readonly string[] | null): string => names?.join(',') ?? 'all';

const storefrontNames = storefrontOperations.map(({ name }) => name).toSorted();

/** All API keys of a store, newest first. */
export async function listKeys({ store }: { store: string }, { operator, show }: Session): Promise<Outcome> {
  const data: ApiKey[] = [];
  for await (const page of keysOf(store, operator)) {
    data.push(...page);
    if (page.length === limits.pageMaximum) show(`${data.length} keys`);
  }
  const columns = [
    'key_id',
    'permission',
    'created_at',
    'expires_at',
    'revoked_at',
    'areas',
    'functions',
    'name',
  ] as const;
  const shown = data.map((key) => ({
    ...key,
    areas: key.areas?.join(','),
    functions: key.functions?.join(','),
  }));
  return { result: { data }, text: asTable(columns, shown, `No API keys in ${store}`), ok: true };
}

/** The API keys of a store, page by page. */
async function* keysOf(store: string, operator: OperatorOf): AsyncGenerator<ApiKey[]> {
  let after: string | undefined;
  for (let more = true; more; ) {
    const { data, has_more } = await operator(store).listApiKeys({ after, limit: limits.pageMaximum });
    yield data;
    more = has_more;
    after = data.at(-1)?.key_id;
  }
}

interface Rotation {
  store: string;
  key: string;
  /** When the old one ends; default in a day. */
  at: string | undefined;
}

const dayInMilliseconds = 86_400_000;

/**
 * Creates an API key in place of another one, and then ends the old one at `at`. The new key is shown even if that revocation fails; the
 * old one then stays valid and can be revoked separately. Throws when the old key does not exist or has ended.
 */
export async function rotateKey({ store, key, at }: Rotation, session: Session): Promise<Outcome> {
  const { operator } = session;
  const old = await findKey(store, key, session);
  const made = await operator(store).createApiKey(pick(old));
  const time = at ?? new Date(Date.now() + dayInMilliseconds).toISOString();
  const replaces = await operator(store)
    .revokeApiKey({ key_id: key, at: time })
    .catch((error: unknown) => ({ key_id: key, not_revoked: String(error) }));
  const result = { ...made, replaces };
  return { result, text: asLines(result), ok: 'revoked_at' in replaces };
}

/** What the new key has in common with the old one. */
const pick = ({ name, permission, functions, areas }: ApiKey) => ({ name, permission, functions, areas });

async function findKey(store: string, id: string, { operator, target }: Session): Promise<ApiKey> {
  for await (const keys of keysOf(store, operator)) {
    const found = keys.find(({ key_id }) => key_id === id);
    if (found && hasEnded(found))
      throw new Error(`${id} has expired: create another key with ${commandName} keys create`);
    if (found) return found;
  }
  throw new Error(`${store} has no API key ${id} (list them: ${lineOf(['keys', 'list', '--store', store], target)})`);
}

const hasEnded = ({ revoked_at, expires_at }: ApiKey): boolean =>
  [revoked_at, expires_at].some((end) => end !== null && Date.parse(end) <= Date.now());
