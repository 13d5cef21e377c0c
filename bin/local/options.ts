/** What the local server can be started with. */
import { isIP } from 'node:net';
import { parseRfc3339 } from '../../lib/schema/times.ts';
import { commandOptions } from '../command-line/options.ts';
import { requireUrl, StartupError } from './startup-error.ts';

/** More take days to make. */
const seedAtMost = 1_000_000;

export type LocalOptions = ReturnType<typeof localOptions>;

/** The options, and the clock's first time in milliseconds since 1970. Throws a `StartupError` for an invalid one. */
export function localOptions() {
  const options = commandOptions({
    command: 'npm start',
    summary: 'Runs the whole service on this machine.',
    options: {
      port: {
        type: 'number',
        value: 'PORT',
        default: Number(process.env.PORT || 3000),
        summary: 'port to listen on; the variable PORT sets another default',
      },
      data: { type: 'string', value: 'DIR', summary: 'folder for the data, instead of memory' },
      fresh: { type: 'boolean', summary: 'empty the data folder first; files that the server did not write stay' },
      seed: { type: 'number', value: 'N', summary: 'also create a store with N records of every kind, up to 1000000' },
      engines: {
        type: 'string',
        value: 'ADDRESS',
        summary: 'address where the engines listen in addition to loopback',
      },
      'allow-host': {
        type: 'string',
        value: 'HOST',
        multiple: true,
        summary: 'another host name that clients may use, such as host.docker.internal',
      },
      'engine-port': {
        type: 'number',
        value: 'PORT',
        summary: 'first of three ports for the engines, instead of random ones',
      },
      clock: {
        type: 'string',
        value: 'TIME',
        summary: 'start the clock at this time, such as 2027-01-31T09:00:00Z',
      },
      'event-webhook': { type: 'string', value: 'URL', summary: 'create a webhook for the demo store with this URL' },
      'env-vars': { type: 'string', value: 'FILE', summary: 'write the variables for sam local --env-vars' },
    },
    notes:
      'DYNAMODB_ENDPOINT, S3_ENDPOINT, SQS_ENDPOINT and SES_ENDPOINT set engines to use instead of the embedded ones.',
  });
  const { clock, data, engines, fresh, port, seed, 'engine-port': enginePort, 'event-webhook': webhook } = options;
  if (!(port >= 0 && port <= 65_535)) throw new StartupError(`The port must be 0 to 65535, not ${port}`);
  if (fresh && data === undefined) {
    throw new StartupError('--fresh needs --data: memory is empty at every start');
  }
  if (seed !== undefined && (seed < 1 || seed > seedAtMost)) {
    throw new StartupError(`--seed must be between 1 and ${seedAtMost}, not ${seed}`);
  }
  refuseEnginePlaces(engines, enginePort);
  if (webhook !== undefined) requireUrl('--event-webhook', webhook);
  return { ...options, beginning: clock === undefined ? undefined : timeOf(clock) };
}

function refuseEnginePlaces(address: string | undefined, port = 0): void {
  if (!(port >= 0 && port <= 65_533)) {
    throw new StartupError(
      `The engines have three ports up to 65535, so --engine-port must be 0 to 65533, not ${port}`,
    );
  }
  // Engines check no credentials: they are opened to one configured address, never to every network.
  if (address !== undefined && (isIP(address) === 0 || address === '0.0.0.0' || address === '::')) {
    throw new StartupError(`--engines takes one IP address of this machine, like 172.17.0.1, not ${address}`);
  }
}

function timeOf(text: string): number {
  const time = parseRfc3339(text);
  if (time === undefined) throw new StartupError(`--clock must be a time such as 2027-01-31T09:00:00Z, not ${text}`);
  return time;
}
