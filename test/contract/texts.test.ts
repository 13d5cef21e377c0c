/** Which characters the texts of operations and functions may hold (`lib/schema/text.ts`). */
import { expect, test } from 'vitest';
import { addressFields } from '../../lib/resources/customer-addresses/fields.ts';
import { invocables, operations } from '../../lib/resources/nouns.ts';
import { setReviewReply } from '../../lib/resources/reviews/operations.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';

/** Of a schema, as zod keeps it. */
interface Schema {
  _zod: { def: { type: string; shape?: Record<string, Schema>; element?: Schema; innerType?: Schema; in?: Schema } };
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } };
}

/** Names of the fields below a schema that accept a text. */
function accepting(text: string, schema: Schema, name = ''): string[] {
  const { type, shape, element, innerType, in: before } = schema._zod.def;
  if (shape) return Object.entries(shape).flatMap(([key, field]) => accepting(text, field, key));
  const inner = element ?? innerType ?? before;
  if (inner) return accepting(text, inner, name);
  return type === 'string' && schema.safeParse(text).success ? [name] : [];
}

const inputs = [...invocables.map(({ payload }) => payload), ...operations.flatMap(({ body = [] }) => body)];
const acceptedIn = (text: string) => [
  ...new Set(inputs.flatMap((schema) => accepting(text, schema as unknown as Schema))),
];

test('only texts of the contract, of shoppers and of other systems may hold control characters', () => {
  const contract = [
    'name',
    'description',
    'note',
    'hidden_note',
    'message',
    'title',
    'body',
    'first_name',
    'last_name',
  ];
  const address = Object.keys(addressFields).filter((name) => !contract.includes(name) && name !== 'country_id');
  const mirrored = ['status', 'gift_note', 'file_name', 'content_type', 'etag'];
  const opaque = [
    'checkout_id',
    'refund_id',
    'restock_id',
    'rotation_id',
    'shopper',
    'code',
    'codes',
    'types',
    'query',
    'visitor',
  ];

  const accepted = acceptedIn('\u001b[31mred\u202e').toSorted();
  expect(accepted, 'give the field a `form`: `line` or `paragraphs` (lib/schema/text.ts)').toEqual(
    [...contract, ...address, ...mirrored, ...opaque].toSorted(),
  );
});

test.each([
  ['\0', ['code', 'codes', 'gift_note', 'types']],
  ['\ud800', ['code', 'codes', 'types']],
])('no text that is stored as it is given holds %j', (character, others) => {
  expect(acceptedIn(`a${character}b`).toSorted()).toEqual(others);
});

const storeNamed = (name: string) => createStore.payload.safeParse({ name, currency: 'USD' });
const reply = (body: string) => setReviewReply.body?.safeParse({ body });

test.each([
  ['\u001b', 'is in neither', false, false],
  ['\u0085', 'is in neither', false, false],
  ['\u202e', 'is in neither', false, false],
  ['\u2066', 'is in neither', false, false],
  ['\n', 'is in paragraphs', false, true],
  ['\t', 'is in paragraphs', false, true],
  ['\r\n', 'is in paragraphs', false, true],
  ['\u2028', 'is in paragraphs', false, true],
  ['\u200f', 'is in paragraphs', false, true],
  ['\u200d', 'is in both', true, true],
  ['é', 'is in both', true, true],
])('%j %s', (character, _, inLine, inParagraphs) => {
  const text = `שלום${character}a`;

  expect([storeNamed(text).success, reply(text)?.success]).toEqual([inLine, inParagraphs]);
});

test('a refusal says which field it is about', () => {
  expect(storeNamed('a\u001b').error?.issues[0]?.message).toBe('name must not have control characters');
  expect(reply('a\u001b')?.error?.issues[0]?.message).toBe('body must not have control characters');
});
