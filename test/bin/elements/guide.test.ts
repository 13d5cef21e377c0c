/** The guide "Elements" has everything by which a page can change them. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { languageNames } from '../../../lib/schema/languages.ts';

const root = resolve(import.meta.dirname, '../../..');
const guide = readFileSync(resolve(root, 'bin/reference/guides/10.1-elements.md'), 'utf8');
const sources = globSync('lib/client/elements/*.ts', { cwd: root }).map((file) =>
  readFileSync(resolve(root, file), 'utf8'),
);

const foundIn = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found)))].toSorted();

/** The rows of the table that is below a heading, up to the next one. */
const sectionOf = (heading: string): string => guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

test('the guide has each custom property', () => {
  const properties = foundIn(sources, /var\((--store-[a-z-]+)/g);

  expect(properties.length).toBeGreaterThan(5);
  expect(foundIn([sectionOf('Choose the look')], /`(--store-[a-z-]+)`/g)).toEqual(properties);
});

test('the guide has each part', () => {
  const parts = foundIn(sources, /part: '([a-z]+)'|part\.(?:add|toggle)\('[a-z]+'/g).filter(Boolean);
  const others = foundIn(sources, /part\.(?:add|toggle)\('([a-z]+)'/g);
  const rows = sectionOf('Choose the look').split('| Parts |')[1] ?? '';

  expect(foundIn([rows], /`([a-z]+)`/g)).toEqual([...parts, ...others].toSorted());
});

test('the guide has each attribute', () => {
  const [, listed = ''] = /observedAttributes = \[(.*)\]/.exec(sources.join('')) ?? [];

  expect(foundIn([sectionOf('Attributes')], /^\| `([a-z]+)`/gm)).toEqual(foundIn([listed], /'([a-z]+)'/g));
});

test('the guide has each language', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });

  expect(languageNames.filter((language) => !guide.includes(names.of(language) ?? '?'))).toEqual([]);
});
