/** The API reference as a browser gets it from the local server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../lib/contract/openapi/document.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';

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

test('what it fills in for a path is there in the demo store', async () => {
  const headers = { Authorization: `Bearer ${/sk_demo_read\S+/.exec(server.summary)?.[0]}` };
  const { paths } = openApiDocument();
  const filledIn = Object.entries(paths)
    .filter(([path, { get: read }]) => read && !path.includes('{gift_card_id}'))
    .map(([path, { get: read }]) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name) => {
        const parameter = read?.parameters.find((each) => 'name' in each && each.name === name);
        return parameter && 'example' in parameter ? String(parameter.example) : '';
      }),
    );
  const answers = await Promise.all(
    filledIn.map(async (path) => `${path} ${(await fetch(new URL(path, server.url), { headers })).status}`),
  );

  expect(filledIn.length).toBeGreaterThan(5);
  expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([]);
});

test('/docs leads to /docs/, and an unknown file is a 404', async () => {
  expect((await get('/docs')).url).toBe(`${server.url}/docs/`);
  expect((await get('/docs/nothing.js')).status).toBe(404);
});
