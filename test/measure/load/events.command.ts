/**
 * `npm run measure -- load:events`: many clients change a local service of its own all at once; then whether each change has its event, in
 * order for each object and never under an id of another. Only loopback, about a minute.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { measure } from '../measure.ts';
import { newShop, type Shop } from './shop.ts';

interface ChangedAtOnce {
  /** Changes that were acknowledged. */
  changes: number;
  events: number;
  objects: number;
  /** Seconds that the clients took, and from their last change until its event was listed. */
  seconds: { changing: number; following: number };
  /** What is wrong: changes without an event, events without a change, out of order, or other content under one id. */
  complaints: string[];
}

const cardsShared = 20;

/** Makes so many changes by so many clients; the local bus lists 10,000 events at most. */
export async function changeAtOnce({ clients, changes }: { clients: number; changes: number }): Promise<ChangedAtOnce> {
  const server = await startLocalServer();
  try {
    const service = serviceAt(server.url, await newShop(server.url, 'sto_load'));
    const startedAt = performance.now();
    const made = await change(service, clients, changes);
    const changedAt = performance.now();
    const due = [...made.values()].reduce((sum, count) => sum + count, 0);
    const events = await listed(service, due);
    return {
      changes: due,
      events: events.length,
      objects: made.size,
      seconds: { changing: (changedAt - startedAt) / 1000, following: (performance.now() - changedAt) / 1000 },
      complaints: complaintsAbout(made, events),
    };
  } finally {
    await server.stop();
  }
}

type Service = ReturnType<typeof serviceAt>;

function serviceAt(url: string, { key, store, customer }: Shop) {
  return {
    addresses: `customers/${customer}/addresses/`,
    /** The id of what a request answers with. Throws if it is refused. */
    async send(method: string, path: string, body?: object): Promise<string> {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      return answer === '' ? '' : (JSON.parse(answer) as { id: string }).id;
    },
    async events(): Promise<StoreEvent[]> {
      const listed = (await (await fetch(`${url}/events/messages.json`)).json()) as { detail: StoreEvent }[];
      return listed.map(({ detail }) => detail).filter((event) => event.store_id === store);
    },
  };
}

/** How often each object was changed, by its id. */
async function change({ send, addresses }: Service, clients: number, changes: number): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  const count = (id: string): string => {
    made.set(id, (made.get(id) ?? 0) + 1);
    return id;
  };
  const cards = await Promise.all(
    Array.from({ length: cardsShared }, async () => count(await send('POST', 'gift-cards/', { value: 1000 }))),
  );
  const body = { first_name: 'Ada', last_name: 'L', street1: '1', city: 'B', state: 'S', country_id: 1 };
  let left = changes - cardsShared;
  const client = async (number: number) => {
    let address = '';
    const steps = [
      async () => {
        address = await send('POST', addresses, body);
        return address;
      },
      async () => send('PUT', `${addresses}${address}/`, { ...body, city: 'C' }),
      async () => {
        const card = cards[(number + left) % cardsShared] ?? '';
        await send('POST', `gift-cards/${card}/adjustments/`, { amount: 1 });
        return card;
      },
      async () => {
        await send('DELETE', `${addresses}${address}/`);
        return address;
      },
    ];
    for (let step = 0; left > 0; step += 1) {
      left -= 1;
      count((await steps[step % steps.length]?.()) ?? '');
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return made;
}

/** All that is listed once there is enough, or nothing more comes for half a minute. */
async function listed({ events }: Service, enough: number): Promise<StoreEvent[]> {
  let all = await events();
  for (let idle = 0; all.length < enough && idle < 300; idle += 1) {
    await sleep(100);
    const now = await events();
    if (now.length > all.length) idle = 0;
    all = now;
  }
  return all;
}

/** What is wrong with the events of objects that were changed so often. */
export function complaintsAbout(made: ReadonlyMap<string, number>, events: readonly StoreEvent[]): string[] {
  const reported = Map.groupBy(events, ({ object }) => object.id);
  const ids = [...new Set([...made.keys(), ...reported.keys()])];
  const byId = [...Map.groupBy(events, ({ id }) => id).values()];
  return [
    ...ids
      .filter((id) => (made.get(id) ?? 0) !== (reported.get(id) ?? []).length)
      .map(
        (id) => `${id} was changed ${made.get(id) ?? 0} times, and ${reported.get(id)?.length ?? 0} events report it`,
      ),
    ...ids.filter((id) => !rises(reported.get(id) ?? [])).map((id) => `The events of ${id} are out of order`),
    ...byId
      .filter((same) => new Set(same.map((event) => JSON.stringify(event))).size > 1)
      .map(([event]) => `${event?.id} has come with another content`),
  ];
}

const rises = (events: readonly StoreEvent[]): boolean =>
  events.every(({ sequence }, index) => index === 0 || sequence > (events[index - 1]?.sequence ?? 0));

export default measure(
  {
    name: 'load:events',
    reported: 'load-events',
    summary: 'Changes a local service by many clients at once, and looks for the events.',
    options: {
      clients: { type: 'number', value: 'N', default: 50, summary: 'at once' },
      changes: { type: 'number', value: 'N', default: 5000, summary: 'of all clients together, 9,000 at most' },
    },
  },
  async ({ clients, changes }) => {
    const { complaints, seconds, ...reported } = await changeAtOnce({ clients, changes: Math.min(changes, 9000) });
    for (const complaint of complaints.slice(0, 10)) console.error(complaint);
    return {
      passed: complaints.length === 0,
      figures: {
        clients,
        'changes acknowledged': reported.changes,
        'events listed': reported.events,
        'objects changed': reported.objects,
        'seconds of changing': Math.round(seconds.changing),
        'seconds until the last event was listed': Math.round(seconds.following * 10) / 10,
        'objects with an event too many, missing or out of order, and ids with two contents': complaints.length,
      },
    };
  },
);
