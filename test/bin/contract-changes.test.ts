/** The report on changes of the real reference, growth and others. */
import { describe, expect, test } from 'vitest';
import { isSame, judgeContract, type Node } from '../../bin/changes/contract.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';

const before: Node = JSON.parse(JSON.stringify(openApiDocument()));

/** The report on the reference after a change, under a version of its own. */
function breaksAfter(change: (copy: Node) => void, changelog = ''): string[] {
  const document: Node = structuredClone(before);
  change(document);
  document.info.version = '999.0.0';
  return judgeContract({ document: before, changelog: '' }, { document, changelog });
}

const addresses = '/api/v1/customers/{id}/addresses/';
const cards = '/api/v1/gift-cards/';
const schemas = (copy: Node): Node => copy.components.schemas;

describe('nothing is reported', () => {
  test.each<[string, (copy: Node) => void]>([
    ['the same', () => undefined],
    ['another operation', (copy) => (copy.paths['/api/v1/more/'] = copy.paths[cards])],
    ['a field of a reply', (copy) => (schemas(copy).ExpandedGiftCard.properties.more = { type: 'string' })],
    [
      'a field of a body that may be left out',
      (copy) => (schemas(copy).AddressInput.properties.more = { type: 'string' }),
    ],
    ['a longer text', (copy) => (schemas(copy).AddressInput.properties.street1.maxLength = 300)],
    ['another word for a filter', (copy) => copy.paths[cards].get.parameters[0].schema.enum.push('lost')],
    ['a header', (copy) => (copy.paths[cards].get.responses[200].headers.More = { schema: { type: 'string' } })],
    ['other words', (copy) => (copy.paths[cards].get.summary = 'Other words')],
  ])('%s', (_, change) => {
    expect(breaksAfter(change)).toEqual([]);
  });
});

describe('it reports that', () => {
  test.each<[string, (copy: Node) => void]>([
    [`GET ${cards} is removed`, (copy) => delete copy.paths[cards].get],
    [`DELETE ${addresses}{address_id}/ is removed`, (copy) => delete copy.paths[`${addresses}{address_id}/`]],
    [`GET ${cards}: query status is no longer accepted`, (copy) => copy.paths[cards].get.parameters.shift()],
    [`GET ${cards}: query status is now required`, (copy) => (copy.paths[cards].get.parameters[0].required = true)],
    [
      `GET ${cards}: query status can no longer be used`,
      (copy) => copy.paths[cards].get.parameters[0].schema.enum.splice(1, 1),
    ],
    [`POST ${addresses}: body.zip is now required`, (copy) => schemas(copy).AddressInput.required.push('zip')],
    [`POST ${addresses}: body.zip is no longer accepted`, (copy) => delete schemas(copy).AddressInput.properties.zip],
    [
      `POST ${addresses}: body.street1 is stricter: maxLength`,
      (copy) => (schemas(copy).AddressInput.properties.street1.maxLength = 10),
    ],
    [
      `GET ${cards}: reply 200.data[].last4 is removed`,
      (copy) => delete schemas(copy).ExpandedGiftCard.properties.last4,
    ],
    [
      `GET ${cards}: reply 200.data[].balance can now be null`,
      (copy) =>
        (schemas(copy).ExpandedGiftCard.properties.balance = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    ],
    [
      `GET ${cards}: reply 200.data[].balance can now be absent`,
      (copy) =>
        (schemas(copy).ExpandedGiftCard.required = schemas(copy).ExpandedGiftCard.required.filter(
          (name: string) => name !== 'balance',
        )),
    ],
    [`GET ${cards}: it no longer returns 200`, (copy) => delete copy.paths[cards].get.responses[200]],
  ])('%s', (what, change) => {
    expect(breaksAfter(change)).toContain(what);
  });
});

const lost = (copy: Node) => delete copy.paths[cards].get;

test('a breaking change is allowed if a new changelog line says so', () => {
  expect(breaksAfter(lost, '## 999.0.0\n\n- **Breaks:** gift cards are listed no more.\n')).toEqual([]);
  expect(breaksAfter(lost, '## 999.0.0\n\n- Gift cards are listed no more.\n')).not.toEqual([]);
});

test('a line that was there before says nothing of what breaks now', () => {
  const changelog = '- **Breaks:** something else.\n';
  const document: Node = structuredClone(before);
  lost(document);

  expect(judgeContract({ document: before, changelog }, { document, changelog })).toContain(`GET ${cards} is removed`);
});

test('a change under the previous version is reported', () => {
  const document: Node = structuredClone(before);
  document.paths[cards].get.summary = 'Other words';

  expect(isSame(before, document)).toBe(false);
  expect(judgeContract({ document: before, changelog: '' }, { document, changelog: '' })).toEqual([
    `The reference changes, and its version stays ${before.info.version}`,
  ]);
});
