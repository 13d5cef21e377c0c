/** That all that people read is spelled as an American dictionary spells it. */
import { expect, test } from 'vitest';
import { spellingFaults } from './spelling.ts';
import { filesRead, pagesRead, type Read, readIn } from './texts.ts';

/** Words that the dictionary lacks, apart from their plurals and genitives. */
const terms = [
  // The contract's spelling.
  ...['cancelled', 'cancelling', 'fulfil', 'shadowban', 'shadowbanned', 'shadowbanning', 'waitlist', 'waitlisted'],
  // Names of fields and operations, as messages and tables have them.
  ...['api', 'etag', 'http', 'https', 'jpeg', 'json', 'png', 'url'],
  // The field's.
  ...['authorizer', 'backend', 'backoff', 'balancer', 'boolean', 'bundler', 'changelog', 'checksum', 'ciphertext'],
  ...['codec', 'crypto', 'datapoint', 'dialog', 'encoding', 'enum', 'failover', 'formatter', 'fuzzer', 'getter'],
  ...['gzipped', 'idempotency', 'init', 'integration', 'interleaving', 'invoker', 'jitter', 'lifecycle'],
  ...['linearizability', 'linearization', 'linter', 'localhost', 'loopback', 'lossy', 'luminance', 'metafile'],
  ...['middleware', 'minified', 'namespace', 'nullable', 'observability', 'parser', 'pre', 'preflight', 'presigned'],
  ...['redelivery', 'redemption', 'redrive', 'redriven', 'replacer', 'schema', 'serializability', 'serializer'],
  ...['serverless', 'stderr', 'stdout', 'subcommand', 'subnet', 'subtag', 'umask', 'unclosed', 'unhandled'],
  ...['unowned', 'upsert', 'uptime', 'validator', 'webhook', 'µs'],
  // Products, and the commands of some.
  ...['axe', 'biome', 'cdk', 'ci', 'Ctrl', 'Deno', 'dev', 'Dockerfile', 'esbuild', 'ETag', 'Fargate', 'fastify'],
  ...['hledger', 'httpsnippet', 'npm', 'npx', 'OAuth', 'Okendo', 'openapi', 'Portman'],
  ...['Powertools', 'Preact', 'Redocly', 'Saleor', 'sam', 'sbom', 'Shopify'],
  ...['Terraform', 'Timestream', 'Vitest', 'Yotpo', 'zod', 'zsh'],
  // A country, and what countries call parts of an address.
  ...['Eircode', 'Kosovo', 'Oblast'],
  // A kind of gift wrap, fonts, and authors of papers.
  ...['furoshiki', 'Arial', 'Figtree', 'Abdulla', 'Aronis', 'Fishburn', 'Godefroid', 'Jonsson', 'Sagonas'],
];

/** Texts in other languages, and names of people. */
const isForeign = (file: string): boolean =>
  /^lib\/mail\/languages\/(?!en)|^lib\/(?:resources\/public-reviews|client\/elements)\/words\.ts$|^bin\/(?:hosted-pages\/browser\/words|reference\/emails-page|local\/seed-records)\.ts$/.test(
    file,
  );

/** What people read of a module or a style sheet. */
const readOf = ({ file, comments, titles, texts }: { file: string } & ReturnType<typeof readIn>): Read[] =>
  [...comments, ...titles, ...(isForeign(file) ? [] : texts)].map((text) => ({ of: file, text }));

test('every word is spelled as the dictionary has it, or is a term that a text uses', async () => {
  const read = [...pagesRead, ...filesRead.flatMap(readOf)];

  expect(read.length).toBeGreaterThan(10_000);
  expect(await spellingFaults(read, terms)).toEqual([]);
});

// Otherwise the comments below would be misspelled ones of this file.
const wrong = 'addresss';

test.each([
  ['a comment', 'lib/a.ts', `/** The ${wrong} of a store. */`],
  ['a comment of one line', 'lib/a.ts', `  // The ${wrong} comes first.`],
  ['a comment of a style sheet', 'bin/a.css', `/* The ${wrong}\n   is gray. */`],
  ['the description of a field', 'lib/a.ts', "const a = { words: 'The addresss of the buyer.' };"],
  ['a message with a value', 'lib/a.ts', `throw new Error(\`The addresss \${name} is not valid\`);`],
  ['a message that begins with a value', 'lib/a.ts', `const a = \`\${name}. No addresss is there.\`;`],
  ['a label', 'bin/a.tsx', "const a = { label: 'Addresss' };"],
  ['a text of the console', 'bin/a.tsx', 'const a = <p>No addresss here.</p>;'],
  ['an email', 'lib/mail/languages/en.ts', `const en = { why: (site) => \`The addresss is at \${site}.\` };`],
  ['the title of a test', 'test/a.test.ts', "test('an addresss is refused', () => {});"],
  ['the title of a test with cases', 'test/a.test.ts', "test.each([1])('addresss %s is refused', () => {});"],
  ['the title of tests', 'test/a.test.ts', "describe('an addresss', () => {});"],
])('a misspelled word is noticed in %s', async (_, file, content) => {
  expect(await spellingFaults(readOf({ file, ...readIn(file, content) }), [])).toEqual([
    `${file}: "${/addresss/i.exec(content)}" is no word`,
  ]);
});

test.each([
  ['a word with a capital', 'Addresss of the store'],
  ['a genitive', 'the addresss’s store'],
  ['a word of a link', '[the addresss](/docs/index.html)'],
  ['a word of a table', '| id | addresss |'],
  ['a part of a hyphenated word', 'an addresss-only field'],
  ['a British word', 'a colour'],
])('%s is noticed where it is misspelled', async (_, text) => {
  expect(await spellingFaults([{ of: 'guides/a', text }], [])).toHaveLength(1);
});

test.each([
  ['code', 'Send `addresss` with ```addresss```.'],
  ['a name of code', 'It calls readAddresss, addresss_id and addresss.ts.'],
  ['an acronym', 'ARNs of an SQS queue'],
  ['an address', 'https://addresss.example/addresss'],
])('%s is not checked', async (_, text) => {
  expect(await spellingFaults([{ of: 'guides/a', text }], [])).toEqual([]);
});

test('a term that no text needs is noticed', async () => {
  const texts = [{ of: 'guides/a', text: 'Two webhooks.' }];

  expect(await spellingFaults(texts, ['webhook', 'waitlist', 'two'])).toEqual([
    '"waitlist" is a term that no text needs',
    '"two" is a term that no text needs',
  ]);
});
