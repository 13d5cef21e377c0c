import { expect, test } from 'vitest';
import { hostedPages, hostedPagesFiles } from '../../../bin/hosted-pages/files.ts';

const files = hostedPagesFiles();

const pages = Object.keys(hostedPages).map((name) => ({
  name,
  html: String(files.get(`${name}/index.html`)?.body),
  script: String(files.get(`${name}/page.js`)?.body),
}));

test('each page is a document, a script of 20 KB at most, and a style sheet', () => {
  expect([...files.keys()]).toEqual(
    pages.flatMap(({ name }) => ['index.html', 'page.js', 'page.css'].map((file) => `${name}/${file}`)),
  );
  for (const { script } of pages) {
    const size = Buffer.byteLength(script);
    expect(size).toBeGreaterThan(5000);
    expect(size).toBeLessThanOrEqual(20_000);
  }
});

test('the scripts make no HTML from texts, and keep the code of the elements out', () => {
  for (const { script } of pages) {
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|createContextualFragment|\beval\b/,
    );
    expect(script).not.toMatch(/attachShadow|customElements|_zod/);
  }
});

test('the documents have nothing inline, and are not for search engines', () => {
  for (const { html } of pages) {
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  }
});
