/** The API reference as a browser gets it from the local server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../lib/contract/openapi.ts';
import { type Running, startLocalServer } from '../support/local-server.ts';

let server: Running;

beforeAll(async () => {
  server = await startLocalServer();
});

afterAll(() => server.stop());

const get = (path: string) => fetch(new URL(path, server.url));

test('the page names only files that are there, and no other host', async () => {
  const html = await (await get('/docs/')).text();
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);

  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => name.includes('//'))).toEqual([]);
  for (const name of names) expect((await get(`/docs/${name}`)).status).toBe(200);
});

test('a policy keeps scripts and requests to the page’s own host', async () => {
  const policy = (await get('/docs/')).headers.get('content-security-policy');

  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
});

test('the document is the contract’s', async () => {
  expect(await (await get('/docs/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test('/docs leads to /docs/, and an unknown file is a 404', async () => {
  expect((await get('/docs')).url).toBe(`${server.url}/docs/`);
  expect((await get('/docs/nothing.js')).status).toBe(404);
});
