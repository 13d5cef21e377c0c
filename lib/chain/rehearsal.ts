/**
 * A whole request without a caller: it runs through the chain that all endpoints share, reads, decides and commits, but
 * reaches no table.
 */
import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Decision } from '../once/unit-of-work.ts';
import { keyOf } from '../resources/stores/api-key-records.ts';
import * as deploymentSecret from '../resources/stores/deployment-secret-records.ts';
import { newId } from '../runtime/ids.ts';
import { limits } from '../schema/limits.ts';
import { operation } from '../schema/operation.ts';
import { dynamodb } from '../table/client.ts';
import * as items from '../table/items.ts';
import { type Answer, rehearse } from '../wire/rehearsal.ts';
import type { Handler } from './chain.ts';
import { created, type Reply } from './reply.ts';

/** The operation that is rehearsed. No route leads to it. */
export const rehearsal = operation({
  name: 'rehearsal',
  folder: '',
  section: '',
  summary: '',
  words: '',
  method: 'POST',
  path: '/rehearsal/{id}/',
  permission: 'Write',
  area: null,
  ids: { id: { of: 'customer', words: '' } },
  body: z.object({ name: z.string().check(z.maxLength(9)) }),
  success: { status: 201, description: '' },
  errors: [],
});

/** The item under every key: an API key that may write, and its store, in one. */
const found = {
  version: { N: '1' },
  hash: { S: 'x' },
  name: { S: 'x' },
  permission: { S: 'Write' },
  revoked_at: { NULL: true },
  currency: { S: 'EUR' },
  rate_limit: {
    M: {
      requests: { N: String(limits.rateLimit.requests) },
      window_seconds: { N: String(limits.rateLimit.window_seconds) },
    },
  },
};

interface BatchGet {
  RequestItems: Record<string, { Keys: readonly object[] }>;
}

const answer: Answer = (operation, input) => {
  if (operation === 'UpdateItem') return { Attributes: { used: { N: '1' } } };
  if (operation !== 'BatchGetItem') return {};
  const asked = Object.entries((input as BatchGet).RequestItems);
  return {
    Responses: Object.fromEntries(asked.map(([table, { Keys }]) => [table, Keys.map((key) => ({ ...found, ...key }))])),
  };
};

interface Asked {
  store: { id: string };
  path: { id: string };
  body: { name: string };
}

/** The operation's decision. */
export async function decideRehearsal({ store, path, body }: Asked): Promise<Decision<Reply>> {
  const key = { pk: store.id, sk: path.id };
  const read = items.orNotFound(await items.find<object>(key, items.rawItem));
  return { writes: [items.create(key, body), items.check(key, read)], reply: created(body) };
}

/** The reply of the operation's handler to a request. Undefined if this deployment has made no key yet. */
export async function rehearseRequest(handler: Handler): Promise<APIGatewayProxyResult | undefined> {
  const secret = await deploymentSecret.find();
  if (secret === undefined) return undefined;
  return rehearse(dynamodb, answer, () => {
    const apiKey = keyOf(newId('store'), randomBytes(24), secret);
    const event = {
      headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': apiKey },
      pathParameters: { id: newId('customer') },
      body: '{"name":"x"}',
    };
    return handler(event, { getRemainingTimeInMillis: () => 9000 } as Context);
  });
}
