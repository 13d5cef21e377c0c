/** Stores and their API keys: a store is made once, a key works until it expires or is revoked, and all are listed. */

import { listGiftCards } from '../../lib/resources/gift-cards/operations.ts';
import { getOverview } from '../../lib/resources/overview/operations.ts';
import {
  createApiKey,
  createStore,
  listApiKeys,
  listMigrations,
  listStores,
  revokeApiKey,
  updateStore,
} from '../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../lib/resources/stores/operations.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { apply, begin, type Fixture, initial, inSteps, keyOf, misshown, noExpiry } from '../models/stores.ts';
import { unexplained } from '../stage/engine/history.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked, started } from '../stage/every-order/command.ts';
import { tomorrow } from '../stage/every-order/ground.ts';
import { about, area, type Phase, type Row } from './table.ts';

const creating = (store_id: string, name: string): Request =>
  invocation(createStore, { kind: 'create store', name }, { store_id, name, currency: 'EUR' });

const listing = ({ store_id }: Fixture): Request => invocation(listApiKeys, { kind: 'list' }, { store_id, limit: 100 });

const using = ({ known }: Fixture, id: string, phase: Phase): Request =>
  request(listGiftCards, { kind: 'use', id, phase }, { key: known.get(id) ?? '' });

const asking = ({ known }: Fixture, id: string, phase: Phase): Request =>
  request(getApiKey, { kind: 'use', id, phase }, { key: known.get(id) ?? '' });

const overviewing = ({ known }: Fixture, id: string, phase: Phase): Request =>
  request(getOverview, { kind: 'use', id, phase }, { key: known.get(id) ?? '' });

/** Others are in the table too: those from this one on. */
const listingStores = ({ store_id }: Fixture): Request =>
  invocation(listStores, { kind: 'list stores' }, { store_id, after: rightBefore(store_id), limit: 100 });

/** The text right before an id of digits and small letters: ids of one millisecond differ only in their last letter. */
function rightBefore(id: string): string {
  const [start, last] = [id.slice(0, -1), id.slice(-1)];
  if (last === '0') return start;
  return `${start}${last === 'a' ? '9' : String.fromCharCode(last.charCodeAt(0) - 1)}z`;
}

const rows: readonly Row<Fixture>[] = [
  {
    of: createApiKey,
    weight: 20,
    after: [],
    anew: true,
    ask({ store_id, known, ends }, random, phase) {
      const until = random.chance(0.3) ? phase : noExpiry;
      const payload = { store_id, name: 'Till', permission: 'Read', expires_at: ends[until] };
      return invocation(createApiKey, { kind: 'create key', until }, payload, ({ body }) =>
        known.set(body.key_id, body.api_key),
      );
    },
  },
  {
    of: createStore,
    after: [],
    ask: () => creating(newId('store'), 'Tea'),
  },
  {
    of: createStore,
    weight: 20,
    ask({ store_id }, random) {
      return creating(store_id, random.pick(['Tea', 'Tea', 'Coffee']));
    },
  },
  {
    of: getApiKey,
    weight: 10,
    after: [],
    ask: about(keyOf, (id, fixture, _random, phase) => asking(fixture, id, phase)),
  },
  {
    of: getOverview,
    weight: 5,
    isNew: true,
    after: [],
    ask: about(keyOf, (id, fixture, _random, phase) => overviewing(fixture, id, phase)),
  },
  { of: listApiKeys, weight: 20, ask: listing, after: [] },
  {
    of: listGiftCards,
    weight: 20,
    ask: about(keyOf, (id, fixture, _random, phase) => using(fixture, id, phase)),
  },
  {
    of: listMigrations,
    weight: 5,
    after: [],
    ask: ({ store_id }) => invocation(listMigrations, { kind: 'list migrations' }, { store_id }),
  },
  { of: listStores, weight: 10, ask: listingStores, after: [] },
  {
    of: revokeApiKey,
    weight: 20,
    after: [],
    ask: about(keyOf, (id, fixture, random, phase) => {
      const at = random.chance(0.5) ? random.pick([phase, 2]) : undefined;
      const payload = { store_id: fixture.store_id, key_id: id, at: at && fixture.ends[at] };
      return invocation(revokeApiKey, { kind: 'revoke', id, at, phase }, payload);
    }),
  },
  {
    of: updateStore,
    weight: 10,
    after: [],
    ask({ store_id }, random) {
      const name = random.pick(['Cups', 'Saucers']);
      return invocation(updateStore, { kind: 'update store', name }, { store_id, name });
    },
  },
];

export const accounts = area({
  name: 'stores and API keys',
  begin,
  settle: async ({ store, read, readKeyId }) => ({
    ...(await begin()),
    store_id: store.id,
    known: new Map([[readKeyId, read]]),
  }),
  rows,
  judge: ({ store_id }, history) => misshown(history, store_id) ?? unexplained(initial, inSteps(history), apply),
  last: (fixture) => [
    () => [
      ...[...fixture.known.keys()].map((id) => using(fixture, id, 3)),
      ...(fixture.known.size > 0 ? [listing(fixture)] : []),
      listingStores(fixture),
    ],
  ],
});

const limits = [10, 20] as const;

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  invoked(createStore, (_, which) => ({ store_id: 'sto_new', name: `Store ${which}`, currency: 'USD' })),
  invoked(updateStore, (_, which) => ({ rate_limit: { requests: limits[which], window_seconds: 60 } })),
  invoked(listStores, () => ({})),
  invoked(listMigrations, () => ({})),
  started('go-on-with-migrations'),
  invoked(createApiKey, (_, which) => ({ name: `Key ${which}`, permission: 'Read' })),
  invoked(listApiKeys, () => ({})),
  endpoint(getApiKey, () => ({})),
  endpoint(getOverview, () => ({})),
  invoked(revokeApiKey, (_ground, _which, { otherKeyId }) => ({ key_id: otherKeyId })),
  invoked(revokeApiKey, ({ clients: [{ keyId }] }) => ({ key_id: keyId, at: tomorrow }), {
    asked: 'for later',
  }),
];
