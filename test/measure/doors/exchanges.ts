/** The requests through a door: every operation with success and with refusal, every function, and all besides the API. */
import { randomUUID } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { HttpRequest } from '../../../lib/gateway/proxy-event.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { setGiftOptionImage } from '../../../lib/resources/gift-options/operations.ts';
import { listStores } from '../../../lib/resources/stores/functions.ts';
import { replays } from '../../../lib/schema/operation.ts';
import { doorScenarios, invocationScenarios, type Scenario, scenarios } from '../../requests/all.ts';
import type { Door } from '../../support/door.ts';
import { type CallInput, call, requestOf } from '../../support/http/call.ts';
import { sendOverHttp } from '../../support/http/servers.ts';
import { newWorld, type World } from '../../support/world/world.ts';
import { flows } from './flows.ts';
import { type Answers, type Asking, inTurn } from './replies.ts';

/** The request of an operation's scenario, which succeeds. */
export const asTheContractSays = 'as the contract says';

export const askings: ReadonlyMap<string, Asking> = new Map<string, Asking>([
  ...scenarios.map((scenario) => [scenario.operation.name, askOperation(scenario)] as const),
  ...doorScenarios.map((scenario) => [`${scenario.operation.name} over HTTP`, askOperation(scenario)] as const),
  ...invocationScenarios.map(
    ({ invocable, prepare }) =>
      [
        invocable.name,
        async (door: Door): Promise<Answers> => {
          const { name } = invocable;
          const prepared = await prepare(await newWorld());
          // Which stores there are is a deployment's own: the first is one that was made here.
          const payload = name === listStores.name ? { limit: 1 } : prepared;
          return inTurn({
            'as declared': () => door.invoke(name, payload),
            'made again': () => door.invoke(name, payload),
            'of no store': () => door.invoke(name, { ...payload, store_id: 'sto_none' }),
            'with nothing': () => door.invoke(name, {}),
          });
        },
      ] as const,
  ),
  ['what is no operation', askBeside],
  ...flows,
]);

function askOperation({ operation, prepare }: Scenario): Asking {
  return async (door) => {
    const world = await newWorld();
    const other = await newWorld();
    const request: CallInput = { key: world.write, ...(await prepare(world)) };
    const idempotencyKey = randomUUID();
    const ask = (fields: Partial<CallInput>) => () => call(operation, { ...request, ...fields });
    const asked = (change: (request: HttpRequest) => Partial<HttpRequest>) => () => {
      const sent = requestOf(operation, request);
      return door.send({ ...sent, ...change(sent) });
    };
    const { key: _, ...keyless } = request;
    return inTurn({
      'without a key': () => call(operation, keyless),
      'with a key that nobody made': ask({ key: `sk_none_${'x'.repeat(43)}` }),
      'with another store’s key': ask({ key: other.write }),
      ...(operation.permission === 'Read' ? {} : { 'with a Read key': ask({ key: world.read }) }),
      'by HEAD': asked(() => ({ method: 'HEAD', body: Buffer.alloc(0) })),
      'by PATCH': asked(() => ({ method: 'PATCH' })),
      'with a segment left empty': asked(({ target }) => ({ target: target.replace(/\/[a-z]{3}_\w+/, '/') })),
      ...(operation.body
        ? {
            'with a body that is no UTF-8': ask({ body: Buffer.from('{"name":"\xff"}', 'latin1') }),
            'with half a body': ask({ body: '{"name":' }),
          }
        : {}),
      ...(replays(operation)
        ? {
            'with an Idempotency-Key that is too long': ask({ idempotencyKey: 'k'.repeat(256) }),
            'of what is not there, with an Idempotency-Key': ask({
              path: elsewhere(request),
              idempotencyKey: randomUUID(),
            }),
          }
        : {}),
      [asTheContractSays]: ask({ idempotencyKey }),
      ...(replays(operation)
        ? {
            'made again': ask({ idempotencyKey }),
            'made again with another body': ask({ idempotencyKey, body: { name: 'Another' } }),
          }
        : {}),
      'without its closing slash': asked(({ target }) => ({ target: target.replace(/\/(?=$|\?)/, '') })),
    });
  };
}

/** Ids that are well formed and name nothing. */
const elsewhere = ({ path = {} }: CallInput): Record<string, string> =>
  Object.fromEntries(Object.entries(path).map(([name, id]) => [name, `${String(id).slice(0, 4)}nowhere`]));

/** Photos, the reference, and requests that lead nowhere. */
async function askBeside(door: Door): Promise<Answers> {
  const world = await newWorld();
  const get = (target: string, headers: [string, string][] = [], method = 'GET') =>
    door.send({ method, target, headers, body: Buffer.alloc(0) });
  const bearer: [string, string] = ['Authorization', `Bearer ${world.read}`];
  const addresses = `/api/v1/customers/${world.customers[0].id}/addresses/`;
  const photo = await photoOf(world);
  return inTurn({
    'a path that no row names': () => get('/api/v1/nothing/'),
    'and with a key': () => get('/api/v1/nothing/', [bearer]),
    'a path that cannot be decoded': () => get('/api/v1/customers/%zz/addresses/', [bearer]),
    'a path with two slashes': () => get(addresses.replace('/v1/', '/v1//'), [bearer]),
    'a query with everything twice': () => get(`${addresses}?limit=1&limit=2&after=&after=`, [bearer]),
    'a query that cannot be decoded': () => get(`${addresses}?limit=%zz`, [bearer]),
    'a header in capitals': () => get(addresses, [['AUTHORIZATION', bearer[1]]]),
    // Nothing is asked with an `Origin`: the local server refuses every foreign page, which no deployment does.
    'more JSON than a gateway carries': () =>
      call(createCustomerAddress, {
        path: { id: world.customers[0].id },
        key: world.write,
        body: 'x'.repeat(11_000_000),
      }),
    'more JSON than a function takes': () =>
      call(createCustomerAddress, {
        path: { id: world.customers[0].id },
        key: world.write,
        body: 'x'.repeat(6_000_000),
      }),
    'a photo': () => get(photo),
    'a photo’s head': () => get(photo, [], 'HEAD'),
    'a part of a photo': () => get(photo, [['Range', 'bytes=0-3']]),
    'a photo that is not there': async () => ({ status: (await get('/media/gift-options/img_none.png')).status }),
    'a file by a photo’s path': async () => ({ status: (await get('/media/../files/sto_none/pdf_none')).status }),
    'the reference': async () => withoutBody(await get('/docs/')),
    'the reference without its slash': async () => {
      const { status, headers } = await get('/docs');
      return { status, location: headers.location };
    },
    'the reference as a document': async () => withoutBody(await get('/docs/openapi.json')),
  });
}

const withoutBody = ({ status, headers }: { status: number; headers: Record<string, string> }) => ({
  status,
  headers,
  body: undefined,
});

/** The path of a gift option's photo. */
async function photoOf(world: World): Promise<string> {
  const scenario = scenarios.find(({ operation }) => operation === setGiftOptionImage);
  const { body } = await call(setGiftOptionImage, { ...(await scenario?.prepare(world)), key: world.write });
  return body.image.url;
}

interface Place {
  /** The value of `{base_url}`. */
  url: string;
  stack: string;
  lambda: LambdaClient;
}

export const httpDoor = ({ url, stack, lambda }: Place): Door => ({
  send: (request) => sendOverHttp(url, request),

  async invoke(name, payload) {
    const { Payload, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName: `${stack}-${name}`, Payload: JSON.stringify(payload) }),
    );
    const result = JSON.parse(Payload?.transformToString() || 'null');
    return FunctionError === undefined ? result : { errorType: result.errorType, errorMessage: result.errorMessage };
  },
});

/** A local server needs no credentials, so some are made up. */
export const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** The door of a local server. */
export const localDoor = (url: string): Door =>
  httpDoor({ url, stack: 'StoreCommerceApi', lambda: new LambdaClient({ endpoint: url, ...madeUp }) });
