/** Rotation: a new API key takes over from another one, which ends once clients have had the time to take it. */
import type * as operators from '../../lib/contract/functions/operator.ts';
import { asLines, type Outcome, type Session } from './command.ts';
import { keysOf } from './pages.ts';

interface Rotation {
  store: string;
  key: string;
  /** When the old one ends; default in a day. */
  at: string | undefined;
}

const dayInMilliseconds = 86_400_000;

/**
 * The new one is made first, and shown whatever becomes of the other: where its revocation fails it works on, and can be revoked by
 * itself. Throws where the key is not there or has ended.
 */
export async function rotateKey({ store, key, at }: Rotation, { operator }: Session): Promise<Outcome> {
  const old = await findKey(store, key, operator);
  const made = await operator(store).createApiKey({ name: old.name, permission: old.permission });
  const time = at ?? new Date(Date.now() + dayInMilliseconds).toISOString();
  const replaces = await operator(store)
    .revokeApiKey({ key_id: key, at: time })
    .catch((error: unknown) => ({ key_id: key, not_revoked: String(error) }));
  const result = { ...made, replaces };
  return { result, text: asLines(result), ok: 'revoked_at' in replaces };
}

async function findKey(store: string, id: string, operator: Session['operator']): Promise<operators.ApiKey> {
  for await (const keys of keysOf(store, operator)) {
    const found = keys.find(({ key_id }) => key_id === id);
    if (found && hasEnded(found)) throw new Error(`${id} has ended: keys create makes another one`);
    if (found) return found;
  }
  throw new Error(`${store} has no key ${id}`);
}

const hasEnded = ({ revoked_at, expires_at }: operators.ApiKey): boolean =>
  [revoked_at, expires_at].some((end) => end !== null && Date.parse(end) <= Date.now());
