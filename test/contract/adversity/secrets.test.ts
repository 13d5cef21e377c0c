/** No API key, idempotency key or gift card code is kept or logged, by any operation; no shopper's address is logged. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allScenarios, type Scenario } from '../../requests/all.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { allTextsOf, isolateTables } from '../../support/aws/table-contents.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

isolateTables('test');

const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.stubEnv('LOG_LEVEL', 'debug');
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logged.push(String(chunk));
    return true;
  });
});

const idempotencyKey = 'idempotency-key-that-is-a-secret';

/** The secrets of a request and of what it is answered, in every form in which they could be found. */
function secretsOf(key: string, reply: unknown): string[] {
  const [code] = JSON.stringify(reply ?? null).match(/(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/) ?? [];
  const secrets = [key, key.slice(3), idempotencyKey, ...(code ? [code, code.replaceAll('-', '')] : [])];
  return secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ]);
}

function expectNone(secrets: readonly string[], where: string, texts: readonly string[]): void {
  const found = secrets.filter((secret) => texts.some((text) => text.toLowerCase().includes(secret.toLowerCase())));
  expect(found, where).toEqual([]);
}

describe.each(allScenarios)('%s', (_, { operation, prepare }: Scenario) => {
  async function prepared() {
    const world = await newWorld();
    const request: CallInput = { ...(await prepare(world)), key: world.write, idempotencyKey };
    return { world, request };
  }

  test('leaves no secret in a table or a log', async () => {
    const { world, request } = await prepared();
    const { status, body } = await call(operation, request);
    const kept = await allTextsOf(world.store.id);

    expect(status).toBe(operation.success.status);
    expect(kept.length).toBeGreaterThan(0);
    const secrets = secretsOf(world.write, body);
    expectNone(secrets, 'tables', kept);
    expectNone(secrets, 'logs', logged);
    expectNone(['@example.com'], 'logs', logged);
  });

  test('logs no secret when a call to AWS fails', async () => {
    const { world, request } = await prepared();
    const { result } = await watch(
      () => call(operation, request),
      (index) => (index === 0 ? 'before' : undefined),
    );

    expectNone(secretsOf(world.write, result.body), 'logs', logged);
    expectNone(['@example.com'], 'logs', logged);
  });
});
