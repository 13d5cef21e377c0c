import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../bin/local/engines/ports.ts';

/** Lambda ends an INIT after this time. */
const initMilliseconds = 10_000;

const script = `
  const startedAt = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - startedAt);
  process.exit();
`;

/** A service that accepts connections, and never answers. */
async function hanging(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}`;
}

const millisecondsToStart = async (file: string, env: NodeJS.ProcessEnv): Promise<number> => {
  const args = ['--input-type=module', '-e', script, resolve(file)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return Number(stdout);
};

test('a function starts within the time of an INIT while Secrets Manager and DynamoDB hang', {
  tags: 'long',
}, async () => {
  const address = await hanging();
  const env = {
    AWS_LAMBDA_FUNCTION_NAME: 'a-function',
    DEPLOYMENT_KEY: '',
    DEPLOYMENT_KEY_SECRET: 'arn:the-key',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: address,
    AWS_ENDPOINT_URL_DYNAMODB: address,
  };
  const files = ['functions/storefront/get-gift-card-balance.ts', 'functions/api/gift-cards/issue-gift-card.ts'];

  const starts = await Promise.all(files.map((file) => millisecondsToStart(file, env)));

  expect(Math.min(...starts)).toBeGreaterThan(0);
  expect(Math.max(...starts)).toBeLessThan(initMilliseconds);
});

test('a function that bundles the key without a use for it starts', async () => {
  const env = {
    AWS_LAMBDA_FUNCTION_NAME: 'a-function',
    DEPLOYMENT_KEY: '',
    DEPLOYMENT_KEY_SECRET: '',
    AWS_ENDPOINT_URL_DYNAMODB: await hanging(),
  };

  const taken = await millisecondsToStart('functions/operator/list-migrations.ts', env);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(initMilliseconds);
});
