/** Requests of an operation from valid to hostile, made from one that succeeds. */
import fc from 'fast-check';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { CallInput } from '../../support/http/call.ts';
import type { World } from '../../support/world/world.ts';

/** What a value near the edge of a rule looks like. */
export const edges = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1,
    5,
    6,
    1000,
    1001,
    10_000_000,
    10_000_001,
    Number.MAX_SAFE_INTEGER,
    2 ** 60,
    1.5,
    true,
    false,
    'spam',
    'physical',
    'ada@example.com',
    '2999-01-01T00:00:00Z',
    '2999-02-30T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '\ud800',
    'a\0b',
    '__proto__',
  ),
  fc
    .constantFrom(120, 255, 256, 500, 1000, 5000)
    .chain((length) => fc.constantFrom('x'.repeat(length), '😀'.repeat(length), 'x'.repeat(length + 1))),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer(),
  fc.double(),
);

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('..', '%00', 'null', '-1', '0', '1', '100', '101', '1e2', '😀', "' OR 1=1", '{}', 'x'.repeat(2000)),
);

/** Ids of every kind, well formed or nearly. */
const ids = fc
  .tuple(
    fc.constantFrom('cus', 'cad', 'gft', 'sit', 'rev', 'pro', 'prv', 'gcd', 'gct', 'pdf', 'upl', 'ord'),
    fc.oneof(fc.stringMatching(/^[0-9a-zA-Z]{1,64}$/), hostileText),
  )
  .map(([prefix, rest]) => `${prefix}_${rest}`);

const withEdges = (body: object): fc.Arbitrary<object> => {
  const fields = [...Object.keys(body), 'note', 'description', 'expires_at', 'position', '__proto__'];
  return fc
    .array(fc.tuple(fc.constantFrom(...fields), fc.oneof(edges, fc.constant(undefined))), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => ({ ...body, ...Object.fromEntries(changes) }));
};

function bodies(valid: unknown): fc.Arbitrary<unknown> {
  const near =
    typeof valid === 'object' && valid !== null && !(valid instanceof Uint8Array)
      ? withEdges(valid)
      : fc.constant(valid);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(valid) },
    { weight: 6, arbitrary: near },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', '{', '[]', 'null', '"x"', '['.repeat(10_000)) },
  );
}

const paths = (valid: Record<string, string>): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(valid).map(([name, id]) => [
        name,
        fc.oneof(
          { weight: 12, arbitrary: fc.constant(id) },
          { weight: 1, arbitrary: ids },
          { weight: 1, arbitrary: hostileText },
        ),
      ]),
    ),
  );

const queries = fc.dictionary(
  fc.constantFrom('limit', 'after', 'status', 'product', 'customer', 'search', 'surprise'),
  fc.oneof(
    hostileText,
    ids,
    fc.constantFrom('10', '100', 'published', 'active', ''),
    fc.array(hostileText, { maxLength: 3 }),
  ),
  { maxKeys: 3 },
);

const credentials = ({ write, read }: World, key = write): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 16, arbitrary: fc.constant(key) },
    { weight: 2, arbitrary: fc.constantFrom(read, write) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', `sk_${'x'.repeat(43)}`, 'sk_', 'x'.repeat(5000)) },
  );

const contentTypes = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/json; charset=latin1',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      ';',
      '',
    ),
  },
);

const idempotencyKeys = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,2}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{1,300}$/) },
);

/** Requests to an operation by callers of a world; `valid` succeeds, at least once. */
export function requests({ method }: Operation, valid: CallInput, world: World): fc.Arbitrary<CallInput> {
  return fc
    .record({
      path: paths(valid.path ?? {}),
      query: fc.oneof(fc.constant(valid.query ?? {}), queries),
      body: method === 'GET' ? fc.constant(undefined) : bodies(valid.body),
      key: credentials(world, valid.key),
      idempotencyKey: idempotencyKeys,
      contentType: contentTypes,
    })
    .map(({ contentType, key, ...request }) => ({
      ...request,
      ...(key === undefined ? {} : { key }),
      headers: { ...valid.headers, ...(contentType === undefined ? {} : { 'Content-Type': contentType }) },
    }));
}
