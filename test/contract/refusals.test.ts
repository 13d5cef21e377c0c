/** Each row of each operation's table of errors, by a request that is refused with it. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { errorsOfHandler, rowOf } from '../../bin/reference/openapi/errors.ts';
import { createCustomerAddress } from '../../lib/resources/customer-addresses/operations.ts';
import { createGiftOption, startGiftOptionImageUpload } from '../../lib/resources/gift-options/operations.ts';
import { createApiKey, updateStore } from '../../lib/resources/stores/functions.ts';
import { missingAreaMessage } from '../../lib/resources/stores/rules.ts';
import { tableOf } from '../../lib/schema/field.ts';
import { missingIdMessage, type Resource, resources } from '../../lib/schema/ids.ts';
import { limits } from '../../lib/schema/limits.ts';
import { type Area, areas, type Operation } from '../../lib/schema/operation.ts';
import { allScenarios, doorScenarios, type Scenario } from '../requests/all.ts';
import { type CallInput, call } from '../support/http/call.ts';
import type { Response } from '../support/http/documented.ts';
import { multipart, png } from '../support/http/multipart.ts';
import { invoke, storefrontKeyOf } from '../support/invoke.ts';
import { hold } from '../support/world/checkout.ts';
import { issued } from '../support/world/gift-cards.ts';
import { giftOptionBody } from '../support/world/gift-options.ts';
import { opened } from '../support/world/open-uploads.ts';
import { createCredits, creditsOf, holdCredit } from '../support/world/store-credits.ts';
import { newKey, newWorld, succeeded, type World } from '../support/world/world.ts';

interface Situation {
  world: World;
  operation: Operation;
  /** One that succeeds, by a key that may write. */
  request: CallInput;
  /** The same with some of it changed. */
  send(change: CallInput): Promise<Response>;
}

type Trigger = (situation: Situation) => Promise<Response>;

const withQuery =
  (query: CallInput['query']): Trigger =>
  ({ send }) =>
    send({ ...(query && { query }) });

/** A body with some fields changed; an undefined one is dropped. */
const withBody =
  (fields: object): Trigger =>
  ({ request, send }) =>
    send({ body: { ...Object(request.body), ...fields } });

const withFile =
  (content?: string | Uint8Array): Trigger =>
  ({ operation, send }) => {
    const name = operation.upload?.field ?? '';
    return send(multipart(content === undefined ? [] : [{ name, fileName: 'a', content }]));
  };

/** With unknown ids, or looking for something unknown. */
const nobody: Trigger = ({ operation, request, send }) => {
  const [last] = Object.entries<Resource>(operation.parameters).toReversed();
  if (!last) return send({ query: { product: 'pro_nobody' } });
  const [name, resource] = last;
  return send({ path: { ...request.path, [name]: `${resources[resource].prefix}_nobody` } });
};

const withoutId =
  (wanted: Resource): Trigger =>
  ({ operation, request, send }) => {
    const [name = ''] = Object.entries(operation.parameters).find(([, resource]) => resource === wanted) ?? [];
    return send({ path: { ...request.path, [name]: '' } });
  };

const missingIds = Object.fromEntries(
  (Object.keys(resources) as Resource[]).map((resource) => [missingIdMessage(resource), withoutId(resource)]),
);

const failing: Trigger = async ({ send }) => {
  vi.stubEnv('STORE_TABLE', '');
  vi.stubEnv('REQUEST_TABLE', '');
  try {
    return await send({});
  } finally {
    vi.unstubAllEnvs();
  }
};

const usedUp: Trigger = async ({ operation }) => {
  const { store } = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
  const { api_key: key } = await newKey(store.id, 'Write');
  await call(operation, { key });
  return call(operation, { key });
};

const withUsedKey: Trigger = async ({ world, send }) => {
  const idempotencyKey = 'used';
  await call(createCustomerAddress, {
    path: { id: world.customers[1].id },
    body: { first_name: 'A', last_name: 'B', street1: 'C', city: 'D', state: 'E', country_id: 1 },
    key: world.write,
    idempotencyKey,
  });
  return send({ idempotencyKey });
};

const withNameOfAnother: Trigger = async ({ world, request, send }) => {
  const body = { ...giftOptionBody, name: 'Taken' };
  await call(createGiftOption, { path: { site_id: world.sites[0].id }, body, key: world.write });
  return send({ body: { ...Object(request.body), name: 'Taken' } });
};

const oneTooMany: Trigger = async ({ world, send }) => {
  for (let count = 0; count < limits.giftOptionsPerSite; count += 1) {
    const body = { ...giftOptionBody, name: `Option ${count}` };
    await call(createGiftOption, { path: { site_id: world.sites[0].id }, body, key: world.write });
  }
  return send({});
};

const withOpenUploads: Trigger = async ({ world, send }) => {
  await opened(world.store.id, limits.openUploads);
  return send({});
};

const withGermanAddress =
  (zip: string): Trigger =>
  async ({ world, request, send }) => {
    const payload = { store_id: world.store.id, countries: { 276: 'DE' }, address_rules: 'country' };
    await succeeded(invoke(updateStore, payload));
    return send({ body: { ...Object(request.body), country_id: 276, zip } });
  };

/** As many searches for unknown codes as a key may make, and one more. */
const withUnknownCodes: Trigger = async ({ send }) => {
  const codes = Array.from({ length: limits.unknownCodes.ofKey }, (_, number) => `UNKNOWN${1000 + number}`);
  await Promise.all(codes.map((query) => send({ body: { query } })));
  return send({ body: { query: 'UNKNOWN99' } });
};

/** A card of which an open checkout holds all. */
const heldCard: Trigger = async ({ world, send }) => {
  const { id, code } = await issued(world);
  await succeeded(hold(world, code, { amount: 5000 }));
  return send({ path: { gift_card_id: id }, body: { amount: -1 } });
};

/** The same for a store credit. */
const heldCredit: Trigger = async ({ world, request, send }) => {
  const { id = '', store_credit_id = '' } = request.path ?? {};
  const { balance } = (await creditsOf(world, id).get(store_credit_id)).body;
  await holdCredit(world, store_credit_id, balance);
  return send({ body: { amount: -1 } });
};

/** The customer has as many credits with a balance as they may; the prepared one has none. */
const withManyCredits: Trigger = async ({ world, request, send }) => {
  const { id = '', store_credit_id } = request.path ?? {};
  const { get, adjust } = creditsOf(world, id);
  if (store_credit_id) await adjust(store_credit_id, { amount: -(await get(store_credit_id)).body.balance });
  await createCredits(world, id, limits.openStoreCredits);
  return send(store_credit_id ? { body: { amount: 1 } } : {});
};

/** The prepared upload is complete: another of the same option has its state. */
const arrived =
  (content: Buffer | undefined): Trigger =>
  async ({ world, request, send }) => {
    const { site_id = '', gift_option_id = '' } = request.path ?? {};
    const { body: upload } = await call(startGiftOptionImageUpload, {
      path: { site_id, gift_option_id },
      body: { content_type: 'image/png', file_size: png().length },
      key: world.write,
    });
    if (content) await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(content) });
    return send({ path: { site_id, gift_option_id, upload_id: upload.id } });
  };

/** The limit is lowered: half a gigabyte in one event is more than a string can be. */
const withHugeFile: Trigger = async (situation) => {
  const upload = situation.operation.upload ?? { maximumBytes: 0 };
  const { maximumBytes } = upload;
  upload.maximumBytes = 10;
  try {
    return await withFile('More than ten bytes')(situation);
  } finally {
    upload.maximumBytes = maximumBytes;
  }
};

/** A key of all areas but one, which the operation needs or what it expands. */
const withoutArea =
  (area: Area): Trigger =>
  async ({ operation, world, send }) => {
    const others = areas.filter((each) => each !== area && each !== operation.alsoArea);
    const asked = { store_id: world.store.id, name: 'Limited', permission: 'Write', areas: others };
    const { api_key: key } = await succeeded(invoke(createApiKey, asked));
    const expand = Object.entries(operation.expand ?? {}).flatMap(([name, needed]) => (needed === area ? [name] : []));
    return send({ key, ...(expand.length > 0 && { query: { expand: expand.join(',') } }) });
  };

const triggers: Readonly<Record<string, Trigger>> = {
  ...missingIds,
  ...Object.fromEntries(areas.map((area) => [missingAreaMessage(area), withoutArea(area)])),
  'Authentication required': ({ operation, request }) => call(operation, request),
  'Send the API key as Authorization: Bearer sk_...': ({ send }) => send({ headers: { Authorization: 'Basic c2s6' } }),
  'Invalid API key': ({ send }) => send({ key: 'sk_short' }),
  'Insufficient permissions': async ({ operation, world, send }) =>
    send({ key: operation.permission === 'Read' ? await storefrontKeyOf(world.store.id) : world.read }),
  'Rate limit exceeded': usedUp,
  'Invalid JSON body': ({ send }) => send({ body: '[' }),
  'Idempotency-Key is required': ({ send }) => send({ idempotencyKey: undefined }),
  'Idempotency-Key must be at most 255 characters': ({ send }) => send({ idempotencyKey: 'x'.repeat(256) }),
  'Idempotency-Key was used with a different request': withUsedKey,
  'Resource not found': nobody,
  'Customer not found': nobody,
  'Address not found': nobody,
  'limit must be between 1 and 100': withQuery({ limit: 0 }),
  'A site can have at most 20 gift options': oneTooMany,
  'Resource already exists': withNameOfAnother,
  'City is required': withBody({ city: '' }),
  'State is required': withBody({ state: '' }),
  'Zip is required': withGermanAddress(''),
  'Zip must be a postal code of DE, such as 26133': withGermanAddress('2613'),
  'image is required': withFile(),
  'file is required': withFile(),
  'At most 1000 uploads of a store can be open at once': withOpenUploads,
  'image must match what was announced': arrived(undefined),
  'expires_at must be in the future': withBody({ expires_at: '2020-01-01T00:00:00Z' }),
  'Balance cannot go below zero': withBody({ amount: -5001 }),
  'Balance cannot go below what open checkouts hold': heldCard,
  'Balance cannot exceed 10000000': withBody({ amount: 10_000_000 }),
  'A customer can have at most 100 store credits with a balance': withManyCredits,
  'parts must match what was uploaded': withBody({ parts: [{ part_number: 1, etag: '"another"' }] }),
};

/** Where one message has a way of its own for an operation. */
const ownTriggers: Readonly<Record<string, Readonly<Record<string, Trigger>>>> = {
  search: { 'Too many unknown codes; try again in an hour': withUnknownCodes },
  'set-gift-option-image': {
    'Image must be a JPEG or PNG': withFile('neither'),
    'Image must be 50 MB or smaller': withFile(png(limits.photoBytes + 1)),
  },
  'complete-gift-option-image-upload': {
    'Image must be a JPEG or PNG': arrived(Buffer.alloc(png().length, 'x')),
  },
  'list-gift-cards': { 'Resource not found': withQuery({ order: 'ord_unknown' }) },
  'adjust-store-credit': { 'Balance cannot go below what open checkouts hold': heldCredit },
  'upload-digital-file': { 'Internal server error': withHugeFile },
};

/** The rows that break a rule of a field name the fields to send. */
const breakingTriggers = (operation: Operation): Readonly<Record<string, Trigger>> =>
  Object.fromEntries(
    operation.errors.flatMap((row) => {
      if ('code' in row) return [];
      return [[rowOf(operation, row).message, row.query ? withQuery(row.query) : withBody({ ...row.body })]];
    }),
  );

const triggerOf = (operation: Operation, { message, status }: { message: string; status: number }) =>
  breakingTriggers(operation)[message] ??
  ownTriggers[operation.name]?.[message] ??
  (status === 500 ? failing : triggers[message]);

/** What `X-Error-Field` holds beside these messages; beside those of a broken rule it holds the fields that break it. */
const fieldsBeside: Readonly<Record<string, string>> = {
  'Idempotency-Key must be at most 255 characters': 'Idempotency-Key',
  'Idempotency-Key was used with a different request': 'Idempotency-Key',
  'Resource already exists': 'name',
  'limit must be between 1 and 100': '?limit',
  'City is required': 'city',
  'State is required': 'state',
  'Zip is required': 'zip',
  'Zip must be a postal code of DE, such as 26133': 'zip',
  'image is required': 'image',
  'file is required': 'file',
  'Image must be a JPEG or PNG': 'image',
  'Image must be 50 MB or smaller': 'image',
  'expires_at must be in the future': 'expires_at',
  'Balance cannot go below zero': 'amount',
  'Balance cannot go below what open checkouts hold': 'amount',
  'Balance cannot exceed 10000000': 'amount',
  'Idempotency-Key is required': 'Idempotency-Key',
  'parts must match what was uploaded': 'parts',
};

function fieldsOf(operation: Operation, message: string): string | undefined {
  const broken = operation.errors.find((row) => rowOf(operation, row).message === message && !('code' in row));
  if (broken && !('code' in broken)) {
    const names = broken.query ? Object.keys(broken.query).map((name) => `?${name}`) : Object.keys({ ...broken.body });
    return names.join(', ');
  }
  const missing = Object.entries<Resource>(operation.parameters).find(([, id]) => missingIdMessage(id) === message);
  return missing?.[0] ?? fieldsBeside[message];
}

/** They leave no room for what another row needs. */
const filling: readonly (Trigger | undefined)[] = [oneTooMany, withOpenUploads, heldCredit, withManyCredits];

async function prepared({ operation, prepare }: Scenario): Promise<Situation> {
  const world = await newWorld();
  const request = await prepare(world);
  const send = (change: CallInput) => call(operation, { ...request, key: world.write, ...change });
  return { world, operation, request, send };
}

describe.each(allScenarios)('%s', (_, scenario) => {
  const { operation } = scenario;
  // What is refused changes nothing.
  let shared: Situation;
  beforeAll(async () => {
    shared = await prepared(scenario);
  });

  const rows = errorsOfHandler(operation).map((row) => [row.status, row.code, row.message, row] as const);

  test.each(rows)('%i %s: %s', async (status, code, message, row) => {
    const trigger = triggerOf(operation, row);
    if (!trigger) throw new Error('No request is refused with it: mend the row, or say here how it comes about');
    const reply = await trigger(filling.includes(trigger) ? await prepared(scenario) : shared);

    expect({ status: reply.status, body: reply.body }).toEqual({ status, body: { error: message, code } });
    expect(reply.headers.link).toBe(`</docs/errors.html#${code}>; rel="help"`);
    expect(reply.headers['x-error-field']).toBe(fieldsOf(operation, message));
  });
});

const withBodies = [...allScenarios.map(([, scenario]) => scenario), ...doorScenarios].filter(
  ({ operation: { body } }) => body && tableOf(body),
);

test.each(withBodies.map((scenario) => [scenario.operation.name, scenario] as const))(
  '%s names every wrong field, in the order of its schema',
  async (_, { operation, prepare }) => {
    const world = await newWorld();
    const fields = Object.entries((operation.body && tableOf(operation.body)?.fields) ?? {});
    const names = fields.flatMap(([name, { input }]) => (input && name !== 'store_id' ? [name] : []));
    const body = Object.fromEntries(names.map((name) => [name, { of: 'no type' }]));
    const { headers } = await call(operation, { key: world.write, ...(await prepare(world)), body });

    const named = (headers['x-error-field'] ?? '').split(', ').map((name) => name.replace(/[.[].*$/, ''));
    expect([...new Set(named)]).toEqual(names);
  },
);
