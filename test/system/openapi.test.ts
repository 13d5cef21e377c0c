/** `npm run openapi` as a person runs it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { run } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('prints a valid document that names the server it is told', async () => {
  const { code, stdout, stderr } = await run('bin/openapi.ts', ['--server', 'https://api.example.com']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }] });
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('writes it to a file', async () => {
  const file = join(temporaryFolder(), 'openapi.json');
  const { code, stdout } = await run('bin/openapi.ts', [file]);

  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('paths');
});

test('ends with 2 and a line that says what is wrong', async () => {
  const { code, stderr } = await run('bin/openapi.ts', ['--colour']);

  expect(code).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--colour'.*--help\)\n$/);
});
