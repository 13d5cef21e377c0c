/** What the local server can be started with. */
import { parseRfc3339 } from '../../lib/schema/times.ts';
import { commandOptions } from '../command-line/options.ts';
import { requireUrl, StartupError } from './startup-error.ts';

/** More take days to make. */
const seedAtMost = 1_000_000;

/** The options, and the clock's first time in milliseconds since 1970. Throws a `StartupError` for an invalid one. */
export function localOptions() {
  const options = commandOptions({
    command: 'npm start',
    summary: 'Runs the whole service on one machine.',
    options: {
      port: {
        type: 'number',
        value: 'PORT',
        default: Number(process.env.PORT || 3000),
        summary: 'port to listen on; the variable PORT sets another default',
      },
      data: { type: 'string', value: 'DIR', summary: 'folder to keep data in, instead of memory' },
      fresh: { type: 'boolean', summary: 'empty the data folder first of what a server has kept there' },
      seed: { type: 'number', value: 'N', summary: 'also make a store with so many of everything, up to 1000000' },
      engines: { type: 'string', value: 'ADDRESS', summary: 'address where the engines listen beside loopback' },
      'allow-host': {
        type: 'string',
        value: 'HOST',
        multiple: true,
        summary: 'further name that the server may be asked by, as host.docker.internal; may be given several times',
      },
      'engine-port': { type: 'number', value: 'PORT', summary: 'first of three ports of the engines, instead of any' },
      clock: {
        type: 'string',
        value: 'TIME',
        summary: 'where the clock begins, as 2027-01-31T09:00:00Z, instead of now',
      },
      'event-webhook': { type: 'string', value: 'URL', summary: 'where to post each event' },
      'event-webhook-secret': {
        type: 'string',
        value: 'TEXT',
        summary: 'what posted events carry as `Authorization: Bearer TEXT`, instead of one that is drawn',
      },
      'env-vars': { type: 'string', value: 'FILE', summary: 'write what functions need for sam local --env-vars' },
    },
    notes:
      'DYNAMODB_ENDPOINT, S3_ENDPOINT, SQS_ENDPOINT and SES_ENDPOINT name engines to use instead of the embedded ones.',
  });
  const { clock, data, fresh, seed, 'event-webhook': webhook } = options;
  if (fresh && data === undefined) {
    throw new StartupError('--fresh goes with --data: what is kept in memory is always fresh');
  }
  if (seed !== undefined && (seed < 1 || seed > seedAtMost)) {
    throw new StartupError(`--seed must be between 1 and ${seedAtMost}, not ${seed}`);
  }
  if (webhook !== undefined) requireUrl('--event-webhook', webhook);
  return { ...options, beginning: clock === undefined ? undefined : timeOf(clock) };
}

function timeOf(text: string): number {
  const time = parseRfc3339(text);
  if (time === undefined) throw new StartupError(`--clock takes a time like 2027-01-31T09:00:00Z, not ${text}`);
  return time;
}
