/** An upload that its headers, key, count or record refuse is refused before it starts: nothing is left to remove. */
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { s3 } from '../../lib/objects/objects.ts';
import { streamReceiver } from '../../lib/objects/receive-stream.ts';
import { startDigitalFileUpload, uploadDigitalFile } from '../../lib/resources/digital-files/operations.ts';
import { setGiftOptionImage } from '../../lib/resources/gift-options/operations.ts';
import { revokeApiKey } from '../../lib/resources/stores/functions.ts';
import { forgetAll } from '../../lib/runtime/collections.ts';
import { allScenarios } from '../requests/all.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { onCall } from '../support/aws/on-call.ts';
import { handlerOf } from '../support/handlers.ts';
import { type CallInput, callHandler } from '../support/http/call.ts';
import type { Response } from '../support/http/documented.ts';
import { invoke } from '../support/invoke.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const scenarioOf = (name: string) => {
  const [, scenario] = allScenarios.find(([candidate]) => candidate === name) ?? [];
  if (!scenario) throw new Error(`There is no scenario ${name}`);
  return scenario;
};

let sent: string[] = [];

const end = onCall(s3(), ({ command }, next) => {
  sent.push(command);
  return next();
});
afterAll(end);

/** Every call that is no read; the rate limit's count is made beside the verification of the key. */
const multipartsStarted = (commands: readonly string[]) =>
  [...sent, ...commands].filter((command) => !/^(?:Get|BatchGet|Query|UpdateItem)/.test(command));

describe.each([
  [uploadDigitalFile.name, false],
  [uploadDigitalFile.name, true],
  [setGiftOptionImage.name, false],
  [setGiftOptionImage.name, true],
  [startDigitalFileUpload.name, false],
])('%s, its body arriving: %s', (name, isArriving) => {
  const { operation, prepare } = scenarioOf(name);

  async function send({ body, ...input }: CallInput): Promise<Response> {
    const handler = await handlerOf(operation);
    if (!isArriving) return callHandler(handler, operation, { body, ...input });
    const receive = streamReceiver(Readable.from([body], { objectMode: false }), input.headers?.['Content-Type']);
    return callHandler((event, context) => handler(event, { ...context, receive }), operation, input);
  }

  const refused = async (request: CallInput, status: number) => {
    forgetAll();
    sent = [];
    const { result, calls } = await watch(() => send(request));
    expect(result.status).toBe(status);
    expect(multipartsStarted(calls.map(({ command }) => command))).toEqual([]);
    return result;
  };

  const requestIn = async (world: World): Promise<CallInput> => ({ ...(await prepare(world)), key: world.write });

  test('begins nothing for a key that was revoked', async () => {
    const world = await newWorld();
    const request = await requestIn(world);
    await succeeded(invoke(revokeApiKey, { store_id: world.store.id, key_id: world.writeKeyId }));

    await refused(request, 401);
  });

  test('begins nothing for a key that may only read', async () => {
    const world = await newWorld();

    await refused({ ...(await requestIn(world)), key: world.read }, 403);
  });

  test('begins nothing over the limit', async () => {
    const world = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
    const request = await requestIn(world);
    await send(request);

    await refused(request, 429);
  });

  test('begins nothing for a repeat, nor for another request under its key', async () => {
    const world = await newWorld();
    const request = { ...(await requestIn(world)), idempotencyKey: 'once' };
    const first = await send(request);

    const again = await refused(request, operation.success.status);
    expect(again.headers['x-idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);

    const { body } = request;
    const other = Buffer.isBuffer(body)
      ? Buffer.from(body.toString('latin1').replace('\r\n--', '.\r\n--'), 'latin1')
      : { ...Object(body), file_size: 7 };
    await refused({ ...request, body: other }, 409);
  });

  test('starts nothing if the place does not exist', async () => {
    const world = await newWorld();
    const { path, ...request } = await requestIn(world);
    const elsewhere = Object.fromEntries(Object.entries(path ?? {}).map(([key, id]) => [key, `${id}0`]));

    await refused({ ...request, path: elsewhere }, 404);
  });
});
