import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { derivedKey, type KeyPurpose } from '../../../lib/runtime/deployment-key.ts';

const bits = async (purpose: KeyPurpose) => (await derivedKey(purpose)).export().toString('hex');

describe('a key for a purpose', () => {
  beforeEach(forgetAll);
  afterEach(() => vi.unstubAllEnvs());

  test('stays the same, and is another one for another purpose or of another deployment', async () => {
    vi.stubEnv('DEPLOYMENT_KEY', 'one');
    const codes = await bits('imported-codes');

    expect(codes).toMatch(/^[0-9a-f]{64}$/);
    expect(await bits('imported-codes')).toBe(codes);
    expect(await bits('webhook-secrets')).not.toBe(codes);
    vi.stubEnv('DEPLOYMENT_KEY', 'two');
    expect(await bits('imported-codes')).not.toBe(codes);
  });

  test('is what it was in an earlier version: items kept under it can still be found', async () => {
    vi.stubEnv('DEPLOYMENT_KEY', 'one');

    expect(await bits('imported-codes')).toBe('79e0270954dce70fe01c706448a438da234b06e6a860feae1a55e5976362960a');
  });

  test('is refused where the environment names no key', async () => {
    vi.stubEnv('DEPLOYMENT_KEY', '');

    await expect(derivedKey('shoppers')).rejects.toThrow('DEPLOYMENT_KEY_SECRET');
  });
});

describe('in Secrets Manager', () => {
  let server: Server;
  let asked: string[];
  let replies: { status: number; body: object }[];
  const found = { status: 200, body: { SecretString: 'one' } };
  const missing = { status: 400, body: { __type: 'ResourceNotFoundException', message: 'none' } };

  beforeEach(async () => {
    forgetAll();
    asked = [];
    server = createServer(async (request, response) => {
      asked.push(JSON.parse(await text(request)).SecretId);
      const { status, body } = replies.shift() ?? missing;
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    vi.stubEnv('DEPLOYMENT_KEY', '');
    vi.stubEnv('DEPLOYMENT_KEY_SECRET', 'arn:the-key');
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${portOf(server)}`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    server.close();
    server.closeAllConnections();
  });

  test('the key is read once, for all purposes', async () => {
    replies = [found];

    const read = await Promise.all([bits('imported-codes'), bits('shoppers'), bits('imported-codes')]);

    expect(asked).toEqual(['arn:the-key']);
    expect(read[2]).toBe(read[0]);
    vi.stubEnv('DEPLOYMENT_KEY', 'one');
    expect(await bits('imported-codes')).toBe(read[0]);
  });

  test('a read that failed is made again by the next call', async () => {
    replies = [missing, found];

    await expect(derivedKey('shoppers')).rejects.toThrow('none');
    expect(await bits('shoppers')).toMatch(/^[0-9a-f]{64}$/);
    expect(asked).toHaveLength(2);
  });
});
