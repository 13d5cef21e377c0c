/** Webhooks: clients change them while events are delivered to receivers that fail in every way. */
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../lib/resources/webhooks/functions.ts';
import { keepEvent } from '../../lib/work/record-attempts.ts';
import {
  answeredTwice,
  begin,
  type Fixture,
  type Found,
  withOneWebhook,
  wronglyDelivered,
  wronglyListed,
} from '../models/webhooks.ts';
import { clock, inHours } from '../stage/engine/clock.ts';
import { inTurn } from '../stage/engine/execution.ts';
import { invocation, made, type Request } from '../stage/engine/requests.ts';
import { type Command, invoked, started } from '../stage/every-order/command.ts';
import { entitiesOf } from '../support/aws/table-contents.ts';
import { receiver } from '../support/world/webhooks.ts';
import { area, type Row } from './table.ts';

const keepAll = ({ events }: Fixture) => Promise.all(events.map(keepEvent));

const rows: readonly Row<Fixture>[] = [
  {
    of: createWebhook,
    weight: 8,
    after: [],
    own: ['secret'],
    ask({ store_id }, random) {
      const webhook_id = random.pick(['whk_one', 'whk_two']);
      const payload = { store_id, webhook_id, url: receiver, types: ['review.*'] };
      // The other one is deleted, and made again.
      const names = webhook_id === 'whk_one' ? webhook_id : undefined;
      return invocation(createWebhook, { kind: 'create', names }, payload);
    },
  },
  {
    of: listWebhooks,
    weight: 8,
    after: [],
    ask: ({ store_id }) => invocation(listWebhooks, { kind: 'list' }, { store_id }),
  },
  {
    of: rotateWebhookSecret,
    weight: 20,
    after: [],
    ask({ store_id, steady, rotations }, random, phase) {
      const hook = random.pick(steady as [(typeof steady)[0], (typeof steady)[0]]);
      const rotation = `${hook.id} ${phase} ${random.below(3)}`;
      rotations.set(rotation, rotations.get(rotation) ?? clock.now());
      const payload = { store_id, webhook_id: hook.id, rotation_id: rotation };
      return invocation(rotateWebhookSecret, { kind: 'rotate', names: rotation }, payload, ({ body }) =>
        hook.secrets.push({ secret: body.secret, rotation, at: clock.now() }),
      );
    },
  },
  {
    of: updateWebhook,
    weight: 12,
    after: [],
    ask({ store_id, spare }, random) {
      const change = random.pick([{ status: 'disabled' }, { status: 'enabled' }, { description: 'Spare' }]);
      return invocation(updateWebhook, { kind: 'update' }, { store_id, webhook_id: spare.id, ...change });
    },
  },
  {
    of: deleteWebhook,
    weight: 4,
    after: [({ store_id }) => made(createWebhook, { store_id, webhook_id: 'whk_two', url: receiver })],
    ask: ({ store_id }) => invocation(deleteWebhook, { kind: 'delete' }, { store_id, webhook_id: 'whk_two' }),
  },
  {
    of: testWebhook,
    weight: 8,
    after: [],
    ask: ({ store_id, steady: [hook] }) =>
      invocation(testWebhook, { kind: 'test' }, { store_id, webhook_id: hook?.id }),
  },
  {
    of: replayWebhook,
    weight: 8,
    after: [],
    ask({ store_id, steady: [hook] }, _, phase) {
      const times = { from: inHours(-3), to: inHours(-2) };
      const names = `${JSON.stringify(times)} ${phase}`;
      return invocation(replayWebhook, { kind: 'replay', names }, { store_id, webhook_id: hook?.id, ...times });
    },
  },
  {
    of: listDeliveries,
    weight: 8,
    after: [keepAll, redeliver],
    ask({ store_id, steady, spare, events }, random) {
      const { id: webhook_id } = random.pick([steady[0] ?? spare, steady[1] ?? spare, spare]);
      const event_id = random.pick([undefined, undefined, random.among(events)?.id]);
      return invocation(listDeliveries, { kind: 'deliveries' }, { store_id, webhook_id, event_id, limit: 100 });
    },
  },
  {
    of: redeliver,
    weight: 6,
    after: [keepAll],
    anew: true,
    ask({ store_id, spare, events }, random) {
      const payload = { store_id, webhook_id: spare.id, event_id: random.among(events)?.id };
      return invocation(redeliver, { kind: 'redeliver' }, payload);
    },
  },
];

/** What is in the table. */
const looking = ({ store_id }: Fixture): Request => ({
  ...{ name: 'look', input: { kind: 'look', reads: true }, identity: 'look', keyed: false },
  send: async () => ({ ok: true, body: await inTurn(() => found(store_id)) }),
});

async function found(store_id: string): Promise<Found> {
  const items = await entitiesOf(store_id);
  const webhooks = items.filter(({ sk }) => sk.startsWith('WEBHOOK#'));
  return {
    statuses: Object.fromEntries(webhooks.map((item) => [String(Object(item).id), String(Object(item).status)])),
    waiting: items
      .filter(({ sk }) => sk === 'DELIVERY')
      .map((item) => {
        const { webhook_id, event, attempt, due_pk, due_sk } = Object(item);
        const due = Date.parse(String(due_sk).slice(0, 20));
        const isPostponed = String(due_pk).startsWith('DUE#POSTPONED#');
        return { webhook_id, attempt, event_id: JSON.parse(event).id, due, isPostponed };
      }),
    probed: items.filter(({ sk }) => sk === 'PROBE').map((item) => String(Object(item).webhook_id)),
    recorded: items
      .filter(({ sk }) => sk.startsWith('ATTEMPT#'))
      .map((item) => ({ ...Object(item), webhook_id: item.pk.split('#')[2] })),
  };
}

export const webhooks = area({
  name: 'webhooks',
  begin,
  settle: withOneWebhook,
  rows,
  judge(fixture, history) {
    const refused = history.find(
      ({ answer }) =>
        answer && !answer.ok && !['INVALID_FIELD', 'DUPLICATE', 'NOT_FOUND'].includes(String(answer.code)),
    );
    if (refused) return `a request was refused: ${JSON.stringify(refused)}`;
    const look = history.findLast(({ input }) => input.kind === 'look');
    return (
      answeredTwice(history) ??
      wronglyListed(fixture, history) ??
      wronglyDelivered(fixture, look?.answer?.body as Found)
    );
  },
  last: (fixture) => [() => [looking(fixture)]],
});

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  invoked(createWebhook, (_, which) => ({ webhook_id: 'whk_new', url: receiver, description: `Made by ${which}` })),
  invoked(listWebhooks, () => ({})),
  invoked(updateWebhook, ({ webhook_id }, which) => ({
    webhook_id,
    ...(which === 0 ? { status: 'disabled' } : { description: 'Changed' }),
  })),
  invoked(rotateWebhookSecret, ({ webhook_id }, which) => ({ webhook_id, rotation_id: `rotation ${which}` })),
  invoked(deleteWebhook, ({ webhook_id }) => ({ webhook_id })),
  started('deliver-events', ({ event }) => [{ queue: 'deliveries', body: JSON.stringify({ detail: event }) }]),
  started('redeliver-events', ({ store_id, webhook_id, event }) => [
    { queue: 'redeliveries', body: JSON.stringify({ store_id, webhook_id, event, attempt: 2 }) },
  ]),
  started('sweep-deliveries'),
  invoked(testWebhook, ({ webhook_id }) => ({ webhook_id })),
  invoked(replayWebhook, ({ webhook_id }) => ({
    ...{ webhook_id, from: inHours(-3), to: inHours(-2) },
  })),
  invoked(listDeliveries, ({ webhook_id }) => ({ webhook_id })),
  invoked(redeliver, ({ webhook_id, event }) => ({ webhook_id, event_id: event.id })),
];
