import { describe, expect, test } from 'vitest';
import { type Asked, engineHosts, type Foreign, foreignIn, ownHosts } from '../../../bin/local/guard.ts';
import type { Pages } from '../../../lib/gateway/mounts.ts';

const typed: Asked = {
  ...{ method: 'GET', target: '/', hosts: ['localhost:3000'] },
  ...{ origin: undefined, site: undefined, mode: undefined, dest: undefined, hasCredentials: false },
};
const own = 'http://localhost:3000';
const link = { site: 'cross-site', mode: 'navigate', dest: 'document' };
const image = { site: 'same-site', mode: 'no-cors', dest: 'image' };

/** What is foreign to each kind of pages: the server's own, those with its images, every one, none. */
const cases: [string, Partial<Asked>, [own: Foreign | 'welcome', shown: string, every: string, none: string]][] = [
  ['another program', {}, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['what someone types into a browser', { site: 'none' }, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['the address in numbers', { hosts: ['127.0.0.1:3000'] }, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['the address of IPv6', { hosts: ['[::1]:3000'] }, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['capital letters', { hosts: ['LocalHost:3000'] }, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['no host', { hosts: [] }, ['host', 'host', 'host', 'host']],
  ['two hosts', { hosts: ['localhost:3000', 'evil.test'] }, ['host', 'host', 'host', 'host']],
  ['a rebound name', { hosts: ['evil.test:3000'] }, ['host', 'host', 'host', 'host']],
  ['a name that begins like its own', { hosts: ['localhost:3000.evil.test'] }, ['host', 'host', 'host', 'host']],
  ['a name that ends like its own', { hosts: ['evil.localhost:3000'] }, ['host', 'host', 'host', 'host']],
  ['credentials before the name', { hosts: ['localhost:3000@evil.test'] }, ['host', 'host', 'host', 'host']],
  ['another port', { hosts: ['localhost:3001'] }, ['host', 'host', 'host', 'host']],
  ['no port', { hosts: ['localhost'] }, ['host', 'host', 'host', 'host']],
  ['a whole URL of its own', { target: `${own}/clock/` }, ['welcome', 'welcome', 'welcome', 'welcome']],
  ['a whole URL of another', { target: 'http://evil.test/clock/' }, ['host', 'host', 'host', 'host']],
  ['a URL of another scheme', { target: 'ws://evil.test/clock/' }, ['host', 'host', 'host', 'host']],
  ['a URL with credentials', { target: 'http://localhost:3000@evil.test/' }, ['host', 'host', 'host', 'host']],
  ['its own page', { origin: own, site: 'same-origin' }, ['welcome', 'welcome', 'welcome', 'page']],
  ['its own page, under another name', { origin: 'http://127.0.0.1:3000' }, ['welcome', 'welcome', 'welcome', 'page']],
  ['its own page that loads', { site: 'same-origin', mode: 'cors' }, ['welcome', 'welcome', 'welcome', 'page']],
  ['a page of another port', { origin: 'http://localhost:5173' }, ['page', 'page', 'welcome', 'page']],
  ['a page of another host', { origin: 'https://evil.test' }, ['page', 'page', 'welcome', 'page']],
  ['a page without an origin', { origin: 'null' }, ['page', 'page', 'welcome', 'page']],
  ['an origin with more behind it', { origin: `${own}/, http://evil.test` }, ['page', 'page', 'welcome', 'page']],
  ['a cross-site form', { method: 'POST', ...link }, ['page', 'page', 'welcome', 'page']],
  ['a form of another port', { method: 'POST', ...link, site: 'same-site' }, ['page', 'page', 'welcome', 'page']],
  ['a link that is followed', link, ['welcome', 'welcome', 'welcome', 'page']],
  ['a link with an origin', { ...link, origin: 'null' }, ['page', 'page', 'welcome', 'page']],
  ['a frame', { ...link, dest: 'iframe' }, ['page', 'page', 'welcome', 'page']],
  ['a script of another page', { ...image, dest: 'script' }, ['page', 'page', 'welcome', 'page']],
  ['an image in another page', image, ['page', 'welcome', 'welcome', 'page']],
  [
    'an image whose bytes are to be read',
    { ...image, mode: 'cors', origin: 'null' },
    ['page', 'page', 'welcome', 'page'],
  ],
  ['a site that no browser knows', { site: 'elsewhere' }, ['page', 'page', 'welcome', 'page']],
];

const kinds: readonly (Pages | 'none')[] = ['own', 'own, and images for every', 'every', 'none'];

test.each(cases)('%s', (_, asked, verdicts) => {
  const judged = kinds.map((pages) => foreignIn({ ...typed, ...asked }, ownHosts(3000), pages) ?? 'welcome');

  expect(judged).toEqual(verdicts);
});

test.each<[string, Partial<Asked>, Foreign | undefined]>([
  ['another program, signed', { hasCredentials: true }, undefined],
  ['whoever has no credentials, as an image where browsers say nothing', {}, 'page'],
  ['a page with credentials', { hasCredentials: true, origin: own, site: 'same-origin' }, 'page'],
])('where credentials are asked for: %s', (_, asked, verdict) => {
  expect(foreignIn({ ...typed, ...asked }, ownHosts(3000), 'none, and credentials are asked for')).toBe(verdict);
});

describe('its own host', () => {
  test('is named without its port where that is 80', () => {
    expect(['localhost', '127.0.0.1', '[::1]', 'localhost:80'].map(ownHosts(80))).toEqual([true, true, true, true]);
  });

  test.each<[string[], string, boolean]>([
    [['host.docker.internal'], 'host.docker.internal:3000', true],
    [['host.docker.internal'], 'host.docker.internal', true],
    [['Shop.example:8080'], 'shop.example:8080', true],
    [['shop.example:8080'], 'shop.example:3000', false],
    [['shop.example'], 'evil.shop.example:3000', false],
  ])('with %j beside: %s', (also, host, isOwn) => {
    expect(ownHosts(3000, also)(host)).toBe(isOwn);
  });

  test.each<[string | undefined, string, boolean]>([
    [undefined, 'host.docker.internal:8000', true],
    [undefined, 'host.docker.internal:8001', false],
    [undefined, 'host.docker.internal', false],
    ['172.17.0.1', '172.17.0.1:8000', true],
    ['172.17.0.1', '172.17.0.1', false],
    ['fd00::1', '[fd00::1]:8000', true],
    ['172.17.0.1', 'evil.test:8000', false],
  ])('of an engine at %s: %s', (address, host, isOwn) => {
    expect(engineHosts(8000, address)(host)).toBe(isOwn);
  });
});
