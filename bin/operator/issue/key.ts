/**
 * API keys of a run's own: no other requests count against their limit, and ledgers name them. Each ends, by the service's clock, before
 * the service forgets the first reply to it. So no request can issue a card twice, whatever this machine's clock does.
 */
import type { Session } from '../command.ts';

export interface Key {
  key_id: string;
  api_key: string;
}

/** Less than the 24 hours for which a reply is kept. */
const lifetimeMilliseconds = 23 * 3_600_000;

/** A key that is older is replaced between two portions of cards, so that what it was used for can be asked for long enough. */
export const usedMilliseconds = 3_600_000;

export async function createKey(store: string, { operator }: Session): Promise<Key> {
  const { key_id, api_key, created_at } = await operator(store).createApiKey({
    name: 'gift-cards issue',
    permission: 'Write',
  });
  const at = new Date(Date.parse(created_at) + lifetimeMilliseconds).toISOString();
  await operator(store).revokeApiKey({ key_id, at });
  return { key_id, api_key };
}

/** Ends a key now. */
export async function endKey(store: string, { key_id }: Pick<Key, 'key_id'>, { operator }: Session): Promise<void> {
  await operator(store).revokeApiKey({ key_id });
}
