/**
 * API keys of the command line, for the commands that call the HTTP API. A login creates a key and keeps it in a file that only its owner can
 * read, so that no key is typed on a command line.
 */
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AuthenticationError, StoreCommerce } from '../../lib/client/store-commerce.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { checkedAddress, UsageError } from '../command-line/options.ts';
import { readIfThere, replacePrivateSync } from '../command-line/private-file.ts';
import { parsedJson } from '../command-line/text.ts';
import type { Outcome, Session } from './command.ts';
import { loginLine } from './definition.ts';
import { targetOf } from './files/journal.ts';

const login = z.object({ base_url: z.string(), key_id: z.string(), api_key: z.string() });

type Login = z.output<typeof login>;

/** By store and target. */
const logins = z.record(z.string(), login);

const fileOfLogins = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'store-commerce', 'logins.json');

/** An unreadable file is like none: the next login replaces it. */
const readLogins = (): Record<string, Login> =>
  logins.safeParse(parsedJson(readIfThere(fileOfLogins()) ?? '')).data ?? {};

const writeLogins = (changed: Record<string, Login>): void =>
  replacePrivateSync(fileOfLogins(), `${JSON.stringify(changed, undefined, 2)}\n`);

interface SignIn {
  store: string;
  permission: 'Read' | 'Write';
  /** RFC 3339; default in 12 hours. */
  expires?: string | undefined;
  'base-url'?: string | undefined;
}

const usualMilliseconds = 12 * 3_600_000;

/** Creates an API key for this user and keeps it in place of an earlier one. Throws a `UsageError` without the address of the API. */
export async function signIn(given: SignIn, session: Session): Promise<Outcome> {
  const { store, permission, expires = toTimestamp(Date.now() + usualMilliseconds) } = given;
  const base_url = given['base-url'] ?? process.env.STORE_COMMERCE_BASE_URL ?? session.target.endpoint;
  if (base_url === undefined) {
    throw new UsageError(
      'On AWS, --base-url is required: the address of the API, which is the BaseUrl output of the stack',
    );
  }
  checkedAddress('base-url', base_url);
  const name = `Command line of ${userInfo().username}`;
  const { api_key, ...made } = await session.operator(store).createApiKey({ name, permission, expires_at: expires });
  const earlier = readLogins()[targetOf(store, session)];
  writeLogins({ ...readLogins(), [targetOf(store, session)]: { base_url, key_id: made.key_id, api_key } });
  if (earlier) await endKey(earlier, store, session);
  return {
    result: { ...made, store_id: store, base_url },
    text: `Signed in to ${store} at ${base_url} with ${permission} permission until ${made.expires_at}`,
    ok: true,
  };
}

/** Revokes the key of a login and forgets it. Throws if the user is not signed in. */
export async function signOut({ store }: { store: string }, session: Session): Promise<Outcome> {
  const { [targetOf(store, session)]: found, ...others } = readLogins();
  if (!found) throw new Error(`You are not signed in to ${targetOf(store, session)}`);
  await endKey(found, store, session);
  writeLogins(others);
  const { key_id } = found;
  return {
    result: { key_id, store_id: store },
    text: `Signed out of ${store}: the key ${key_id} is revoked`,
    ok: true,
  };
}

/** A key that is gone needs no end: a local server without a data folder forgets its keys. */
async function endKey({ key_id }: Login, store: string, { operator }: Session): Promise<void> {
  await operator(store)
    .revokeApiKey({ key_id })
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'NOT_FOUND')) throw error;
    });
}

/**
 * Calls the HTTP API for a store, with the key in `STORE_COMMERCE_API_KEY` or that of a login. The local server trusts every caller, so a
 * login to it is made when it is needed. Throws a `UsageError` if there is no key, or if the key belongs to another store.
 */
export async function withApi<T>(
  store: string,
  session: Session,
  work: (shop: StoreCommerce) => Promise<T>,
): Promise<T> {
  const { STORE_COMMERCE_API_KEY: apiKey, STORE_COMMERCE_BASE_URL: baseUrl } = process.env;
  if (apiKey)
    return work(
      await checked(new StoreCommerce({ apiKey, baseUrl: baseUrl || session.target.endpoint }), store, session),
    );
  const kept = () => readLogins()[targetOf(store, session)];
  if (session.target.endpoint === undefined) {
    const found = kept();
    if (!found) throw new UsageError(`You are not signed in: ${loginLine(store, session.target)}`);
    return work(connect(found));
  }
  const again = async () => {
    await signIn({ store, permission: 'Write' }, session);
    return work(connect(kept()));
  };
  const found = kept();
  if (!found) return again();
  return work(connect(found)).catch((error: unknown) => {
    // The server has restarted without its data, or the key has expired.
    if (error instanceof AuthenticationError) return again();
    throw error;
  });
}

const connect = (found: Login | undefined): StoreCommerce =>
  new StoreCommerce({ apiKey: found?.api_key, baseUrl: found?.base_url });

async function checked(shop: StoreCommerce, store: string, { target }: Session): Promise<StoreCommerce> {
  const { store: own, permission } = await shop.key.get();
  const instead = `use another key, or unset it and sign in: ${loginLine(store, target)}`;
  if (own.id !== store) {
    throw new UsageError(`STORE_COMMERCE_API_KEY belongs to ${own.id}, not to --store ${store}: ${instead}`);
  }
  if (permission === 'Storefront') {
    throw new UsageError(
      `STORE_COMMERCE_API_KEY has Storefront permission, and this command needs Read or Write: ${instead}`,
    );
  }
  return shop;
}
