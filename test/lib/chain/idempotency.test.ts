/** What an Idempotency-Key promises where the gateway or the SDK changes a request on its way. */
import { expect, onTestFinished, test } from 'vitest';
import type { Reply } from '../../../lib/chain/reply.ts';
import { idempotencyRecord } from '../../../lib/once/idempotency-record.ts';
import { transactionOf } from '../../../lib/once/unit-of-work.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { enableGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type Intercepted, type Next, onCall } from '../../support/aws/on-call.ts';
import { handlerOf } from '../../support/handlers.ts';
import { answer, call, eventOf } from '../../support/http/call.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld } from '../../support/world/world.ts';

async function keyedRequest() {
  const world = await newWorld();
  const { id } = await issued(world);
  return { path: { gift_card_id: String(id) }, key: world.write, idempotencyKey: newId('upload') };
}

test('a repeat is one too where the gateway has another name for a variable of the path', async () => {
  const request = await keyedRequest();
  await call(enableGiftCard, request);
  const { headers } = await answer(await handlerOf(enableGiftCard), enableGiftCard, {
    ...eventOf(enableGiftCard, request),
    resource: enableGiftCard.path.replace('{gift_card_id}', '{id}'),
    pathParameters: { id: request.path.gift_card_id },
  });

  expect(headers).toMatchObject({ 'X-Idempotency-Replayed': 'true' });
});

test('a record with a lost response is the request’s own when the SDK retries, not a replay', async () => {
  const request = await keyedRequest();
  const isLost = loseAnswerOnce('PutItemCommand');
  const { status, headers } = await call(enableGiftCard, request);

  expect(isLost()).toBe(true);
  expect({ status, replayed: headers['x-idempotency-replayed'] }).toEqual({ status: 200, replayed: 'false' });
});

test('a replay of what an earlier release answered has the fields that have come since', async () => {
  const world = await newWorld();
  const path = { id: world.customers[0].id };
  const request = { path, key: world.write, body: addressBody };
  const { street2, ...earlier } = (await call(createCustomerAddress, request)).body as Record<string, unknown>;
  const idempotencyKey = newId('upload');
  const sender = { storeId: world.store.id, apiKey: world.write, idempotencyKey };
  const content = [JSON.stringify([createCustomerAddress.name, path]), Buffer.from(JSON.stringify(request.body))];
  await dynamodb.send(transactionOf([idempotencyRecord<Reply>(sender, content).write({ status: 201, body: earlier })]));
  const { headers, body } = await call(createCustomerAddress, { ...request, idempotencyKey });

  expect(headers['x-idempotency-replayed']).toBe('true');
  expect(body).toEqual({ ...earlier, street2: null });
});

/** The next try of a command takes effect, but the SDK gets no response. Returns whether that has happened. */
function loseAnswerOnce(command: string): () => boolean {
  let isLost = false;
  const lose = async (call: Intercepted, next: Next) => {
    const output = await next();
    if (isLost || call.command !== command) return output;
    isLost = true;
    throw Object.assign(new Error('The answer was lost'), { name: 'TimeoutError', $metadata: {} });
  };
  const end = onCall(dynamodb, lose, 'try');
  onTestFinished(end);
  return () => isLost;
}
