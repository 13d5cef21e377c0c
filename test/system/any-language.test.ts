/** The shops of the guide for any language, run as they are copied where a machine has the language. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { invokeAt, useLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const execute = promisify(execFile);
const guide = readFileSync(resolve(import.meta.dirname, '../../bin/reference/guides/02.4-any-language.md'), 'utf8');

const isThere = (command: string): Promise<boolean> =>
  execute(command, ['--version']).then(
    () => true,
    () => false,
  );

const languages = await Promise.all(
  [
    { language: 'python', command: 'python3' },
    { language: 'ruby', command: 'ruby' },
  ].map(async (each) => ({ ...each, there: await isThere(each.command) })),
);

const server = useLocalServer();
let KEY: string;

beforeAll(async () => {
  const key = { store_id: 'sto_demo', name: 'Backend', permission: 'Storefront' };
  KEY = (await invokeAt<{ api_key: string }>(server.url, 'create-api-key', key)).api_key;
});

describe.each(languages)('the shop in $language', ({ language, command, there }) => {
  const program = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

  test.skipIf(!there)(
    'sells, refunds, hears a review and lets a shopper wait, with a language’s own library',
    async () => {
      const file = join(temporaryFolder(), 'shop');
      writeFileSync(file, program.replaceAll('http://localhost:3000', server.url));

      const { stdout } = await execute(command, [file], { env: { ...process.env, KEY } });

      expect(stdout.toLowerCase().split('\n')).toEqual([
        expect.stringMatching(/^stars: \d/),
        'wrapping: gift wrapping 500',
        'gift card pays 2000 and the payment card 300',
        'order pending 2300',
        'order paid',
        expect.stringMatching(/^downloaded \d+ bytes$/),
        'review of a buyer: true',
        'refunded 2000 to the gift card and 300 to the payment card',
        'waiting: true',
        '',
      ]);
    },
  );
});
