/** Where an operator may have deliveries sent, and of which events. */
import { eventTypeNames } from '../resources/event-type-names.ts';
import { refuseUnknownTypes } from '../resources/webhooks/rules.ts';
import { setting } from '../runtime/settings.ts';
import { invalidField } from '../schema/errors.ts';
import { PrivateAddress, refusePrivate } from './addresses.ts';

/** Set by `npm start` alone: receivers on this machine, also without TLS. */
export const allowsPrivate = (): boolean => setting('WEBHOOKS_ANYWHERE') === 'true';

/**
 * Seconds since 1970 as a receiver knows them: it refuses what was signed at another time. The clock of `npm start` may be moved, but
 * not that of its receivers.
 */
export const receiversTime = (): number =>
  Math.floor((allowsPrivate() ? performance.timeOrigin + performance.now() : Date.now()) / 1000);

interface Receiver {
  url?: string | null | undefined;
  types?: readonly string[] | null | undefined;
}

/** Throws `INVALID_FIELD` for a URL to which nothing may be sent, or a type that no event has. */
export async function refuseReceiver({ url, types }: Receiver): Promise<void> {
  refuseUnknownTypes(types, eventTypeNames);
  if (!url || allowsPrivate()) return;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:') throw invalidField('url must be https');
  await refusePrivate(parsed).catch((error: unknown) => {
    throw error instanceof PrivateAddress ? invalidField('url must lead to public addresses only') : error;
  });
}
