/** Commands of webhooks and events. */
import { reported } from '../command.ts';
import { command } from '../definition.ts';
import { after, event, limit, optional, store, timeOf, webhook, yes } from '../shared-options.ts';

const url = { type: 'string', value: 'URL', summary: 'URL of the receiver' } as const;
const types = {
  type: 'string',
  value: 'TYPES',
  summary: 'event types, such as gift_card.*,order.paid; initially all',
} as const;
const description = { type: 'string', value: 'TEXT', summary: 'purpose of the webhook' } as const;

const unlessCancel = 'required unless --cancel is used';

export const webhookCommands = {
  'events tail': command({
    options: {
      store: { ...store, required: false, summary: 'only events of this store' },
      types: { ...types, summary: 'only events of these types, such as gift_card.*,order.paid' },
      last: { type: 'number', value: 'N', default: 10, summary: 'how many earlier events to print first' },
      'no-follow': { type: 'boolean', summary: 'end after the earlier events' },
    },
    summary: 'Print the events of the local server as they come. With --json, each event is one line of JSON',
    needs: 'A local server (--endpoint). On AWS, receive events with a webhook or with a rule of the EventBridge bus',
    examples: [
      '--endpoint http://localhost:3000',
      '--types gift_card.* --last 100 --no-follow --json --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../events.ts')).tailEvents(...given),
  }),
  'webhooks create': command({
    options: { store, url: { ...url, required: true }, types, description },
    summary: 'Create a webhook. Its secret is shown only once',
    run: async (...given) => (await import('../webhooks.ts')).createWebhook(...given),
  }),
  'webhooks list': command({
    options: { store },
    summary: 'List the webhooks of a store, newest first',
    run: async (...given) => (await import('../webhooks.ts')).listWebhooks(...given),
  }),
  'webhooks update': command({
    options: {
      ...{ store, webhook, url, types, description },
      enable: { type: 'boolean', summary: 'deliver events again' },
      disable: { type: 'boolean', summary: 'stop delivering events' },
    },
    summary:
      'Change the URL, types or description of a webhook, or enable or disable it. --types all delivers every type',
    examples: [
      '--store sto_demo --webhook whk_01 --types gift_card.*,order.paid --endpoint http://localhost:3000',
      '--store sto_demo --webhook whk_01 --enable --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../webhooks.ts')).updateWebhook(...given),
  }),
  'webhooks rotate': command({
    options: { store, webhook },
    summary: 'Replace the secret of a webhook. Deliveries also carry a signature of the old secret for 24 hours',
    run: async ({ store, webhook }, { operator }) =>
      reported(await operator(store).rotateWebhookSecret({ webhook_id: webhook })),
  }),
  'webhooks delete': command({
    options: { store, webhook, yes },
    summary: 'Delete a webhook and drop its queued events. This cannot be undone: type the ID when asked, or use --yes',
    run: async (...given) => (await import('../webhooks.ts')).deleteWebhook(...given),
  }),
  'webhooks test': command({
    options: { store, webhook },
    summary:
      'Deliver one event of the type webhook.test. The exit code is 1 if the receiver does not return a 2xx. "webhooks deliveries" does not list tests',
    run: async (...given) => (await import('../webhooks.ts')).testWebhook(...given),
  }),
  'webhooks deliveries': command({
    options: {
      ...{ store, webhook },
      event: { ...optional(event), listedBy: undefined, summary: 'only attempts to deliver this event, evt_…' },
      ...{ limit, after: after('attempt') },
    },
    summary: 'List the attempts of the last 30 days to deliver events to a webhook, newest first',
    examples: [
      '--store sto_demo --webhook whk_01 --endpoint http://localhost:3000',
      '--store sto_demo --webhook whk_01 --event evt_01 --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../webhooks.ts')).listDeliveries(...given),
  }),
  'webhooks redeliver': command({
    options: {
      ...{ store, webhook },
      event: { ...event, summary: 'id of an event of the last 30 days, evt_…, as webhooks deliveries shows it' },
    },
    summary:
      'Deliver one event again, and wait for the response. The exit code is 1 if the receiver does not return a 2xx',
    run: async (...given) => (await import('../webhooks.ts')).redeliver(...given),
  }),
  'webhooks replay': command({
    options: {
      store: { ...optional(store), summary: `${store.summary}; ${unlessCancel}` },
      webhook: { ...optional(webhook), summary: `${webhook.summary}; ${unlessCancel}` },
      from: timeOf(`start of the period, within the last 30 days (${unlessCancel})`, 'ago'),
      to: timeOf(`end of the period, at least 10 minutes ago (${unlessCancel})`, 'ago'),
      cancel: { type: 'string', value: 'ID', summary: 'cancel this replay (rpl_…) instead; omit the other options' },
    },
    summary: `Redeliver the events of a past period to this webhook only. Requires --store, --webhook, --from and --to. With --cancel,
      stop a running replay, so that the next one starts`,
    needs:
      'AWS credentials that may invoke the functions of the stack and, for --cancel, have events:CancelReplay, or a local server (--endpoint)',
    examples: [
      '--store sto_demo --webhook whk_01 --from 2027-01-31T09:00:00Z --to 2027-01-31T12:00:00Z',
      '--store sto_demo --webhook whk_01 --from 12h --to 1h',
      '--cancel rpl_01',
    ],
    run: async (...given) => (await import('../webhooks.ts')).replayOrCancel(...given),
  }),
};
