/** The reference as browsers and programs get it from the local server. */

import { beforeAll, describe, expect, test } from 'vitest';
import { formats } from '../../bin/operator/move-in/formats.ts';
import { asyncApiDocument } from '../../bin/reference/asyncapi/document.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { remedies } from '../../bin/reference/openapi/errors.ts';
import { localBase } from '../../bin/reference/samples.ts';
import { pages, searchIndex } from '../../bin/reference/site.ts';
import { eventTypes } from '../../lib/resources/events.ts';
import { invocables, operations } from '../../lib/resources/nouns.ts';
import { useLocalServer } from '../support/http/local-server.ts';

const server = useLocalServer();
/** The HTML of each page, by its path. */
let html: Map<string, string>;

const get = (path: string) => fetch(new URL(path, server.url));

const pathOf = ({ path }: { path: string }): string => `/docs/${path}.html`;

beforeAll(async () => {
  const all = ['/', ...pages().map(pathOf)];
  html = new Map(await Promise.all(all.map(async (path) => [path, await (await get(path)).text()] as const)));
});

const linksIn = (text: string): string[] => [...text.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);

const idsIn = (text = ''): string[] => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

test('every link leads to a page that is there, and to a part that it has', async () => {
  const links = [...html].flatMap(([page, text]) => linksIn(text).map((link) => new URL(link, server.url + page)));
  const own = links.filter(({ origin }) => origin === server.url);
  const answers = new Map(
    await Promise.all(
      [...new Set(own.map(({ pathname }) => pathname))].map(async (path) => [path, (await get(path)).status] as const),
    ),
  );

  expect(own.length).toBeGreaterThan(1000);
  expect([...answers].filter(([, status]) => status !== 200)).toEqual([]);
  expect(
    own.filter(({ pathname, hash }) => hash !== '' && !idsIn(html.get(pathname)).includes(hash.slice(1))).map(String),
  ).toEqual([]);
});

test('no page names another host but the comparison those of its sources, the guides that of a standard and of exports, the license that of data', () => {
  const foreign = [...html].flatMap(([page, text]) =>
    linksIn(text)
      .filter((link) => link.includes('//'))
      .map((link) => `${page} ${link}`),
  );
  const sources = foreign.filter((each) => each.startsWith('/docs/project/comparison.html https://'));
  const standards = [
    '/docs/guides/events.html https://www.standardwebhooks.com',
    '/docs/guides/restock-mails.html https://www.rfc-editor.org/rfc/rfc8058',
    '/docs/guides/review-requests.html https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-465',
  ];
  const licenses = [
    '/docs/project/licence.html https://chromium-i18n.appspot.com/ssl-address',
    '/docs/project/licence.html https://creativecommons.org/licenses/by/4.0/',
  ];
  const exports = formats.flatMap(({ source }) => source.match(/https:[^\s;)]+/) ?? []);
  const ofExports = exports.map((link) => `/docs/guides/moving-in.html ${link}`);

  expect(sources.length).toBeGreaterThan(100);
  expect(foreign.filter((each) => ![...sources, ...standards, ...licenses, ...ofExports].includes(each))).toEqual([]);
});

test('every operation and function has a page of its own', () => {
  const wanted = [
    ...operations.map(({ name }) => `/docs/api/${name}.html`),
    ...invocables.map(({ name }) => `/docs/functions/${name}.html`),
  ];

  expect(wanted.filter((path) => !html.has(path))).toEqual([]);
});

test('every type of event and error code has a link of its own', () => {
  const ids = [...html.values()].flatMap(idsIn);
  const wanted = [...Object.keys(eventTypes), ...Object.keys(remedies)];

  expect(wanted.filter((id) => ids.filter((each) => each === id).length !== 1)).toEqual([]);
});

test('every page is Markdown too, and llms.txt lists it', async () => {
  const list = await (await get('/llms.txt')).text();

  for (const page of pages()) {
    const answer = await get(`/docs/${page.path}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await answer.text()).toContain(`# ${page.title}\n`);
    expect(list).toContain(`(/docs/${page.path}.md)`);
  }
});

test.each([
  ['openapi', openApiDocument()],
  ['asyncapi', asyncApiDocument()],
])(
  'the document %s.json is the contract’s with the address of the server, and llms.txt names it',
  async (name, document) => {
    const here = JSON.stringify(document).replaceAll(localBase, server.url);

    expect(await (await get(`/docs/${name}.json`)).json()).toEqual(JSON.parse(here));
    expect(await (await get('/llms.txt')).text()).toContain(`/docs/${name}.json`);
  },
);

test('search.json is the index that search looks in', async () => {
  const here = JSON.stringify(searchIndex(pages())).replaceAll(localBase, server.url);

  expect(await (await get('/docs/search.json')).json()).toEqual(JSON.parse(here));
});

test('a policy keeps scripts and requests to the page’s own host', async () => {
  const policy = (await get('/docs/')).headers.get('content-security-policy');

  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
  expect(policy).toContain("connect-src 'self';");
});

test('/docs leads to /docs/, and an unknown path to a page that says so', async () => {
  expect((await get('/docs')).url).toBe(`${server.url}/docs/`);
  const answer = await get('/docs/nothing.html');

  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain('<h1>Page not found</h1>');
});

test('every page has a description of its own, one heading of the first level, and no level skipped', () => {
  const faults = [...html].flatMap(([page, text]) => {
    const levels = [...text.replace(/<nav id="pages"[\s\S]*?<\/nav>/, '').matchAll(/<h(\d)/g)].map(([, level]) =>
      Number(level),
    );
    return [
      ...(/<meta name="description" content="[^"]{20,220}">/.test(text) ? [] : [`${page} has no description`]),
      ...(levels.filter((level) => level === 1).length === 1 ? [] : [`${page} has not one h1`]),
      ...levels.flatMap((level, at) =>
        level > (levels[at - 1] ?? 0) + 1 ? [`${page} leaves out a level before h${level}`] : [],
      ),
    ];
  });

  expect(faults).toEqual([]);
});

describe('the landing page', () => {
  test('has the keys of the demo store, and links to what runs here', () => {
    const page = html.get('/') ?? '';

    for (const key of server.summary.match(/sk_demo_\S{43}/g) ?? []) expect(page).toContain(key);
    expect(linksIn(page)).toEqual(
      expect.arrayContaining(['/docs/', '/mail/', '/docs/openapi.json', '/docs/asyncapi.json', '/llms.txt']),
    );
  });

  test('has a first request that works as it is copied', async () => {
    const [, command = ''] = /<code>(export [\s\S]*?)<\/code>/.exec(html.get('/') ?? '') ?? [];
    const text = command.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const [, key = ''] = /KEY=(\S+)/.exec(text) ?? [];
    const [, url = ''] = /'(http\S+)'/.exec(text) ?? [];

    expect((await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  });
});
