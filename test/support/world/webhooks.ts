/** Webhooks of a world's store, and what their queues do. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createWebhook } from '../../../lib/resources/webhooks/functions.ts';
import type { DeliveredEvent } from '../../../lib/resources/webhooks/rules.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { handlerOf } from '../handlers.ts';
import { listen } from '../http/servers.ts';
import { invoke } from '../invoke.ts';
import { succeeded, type World } from './world.ts';

/** Nothing listens there, and that is known at once. */
export const receiver = 'http://127.0.0.1:9/events';

/** A webhook of the world's store: what names it. */
export async function newWebhook({ store }: World, fields: object = {}) {
  const { webhook_id } = await succeeded(invoke(createWebhook, { store_id: store.id, url: receiver, ...fields }));
  return { store_id: store.id, webhook_id };
}

/** An event of the world's store. */
export const newEvent = ({ store }: World, type = 'order.paid'): DeliveredEvent => ({
  ...{ id: `evt_${newId('order').slice(4)}`, type, store_id: store.id, created_at: timestampNow(), sequence: 1 },
  object: { type: 'order', id: newId('order') },
  data: {},
});

const [first, again] = [await handlerOf({ name: 'deliver-events' }), await handlerOf({ name: 'redeliver-events' })];

const batch = (messages: readonly object[]) => ({
  Records: messages.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) })) as never,
});

/** First attempts, as the queue hands events over. */
export const deliver = (...events: DeliveredEvent[]) => first(batch(events.map((detail) => ({ detail }))));

/** What the queue of further attempts hands over. */
export const redeliver = (...messages: object[]) => again(batch(messages));

/** A delivery as it arrived. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = number | ((response: ServerResponse) => unknown);

/** Starts a receiver that answers with a status, or with the given function; it keeps no process from ending. */
export async function startReceiver(answer: Answer = 204) {
  const received: Received[] = [];
  const behaviour = { answer };
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const { answer: now } = behaviour;
    if (typeof now === 'number') response.writeHead(now).end();
    else now(response);
  });
  const url = await listen(server);
  server.unref();
  return { url, received, behaviour };
}
