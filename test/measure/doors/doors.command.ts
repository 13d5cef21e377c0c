/** `npm run measure -- doors`: asks a service that runs somewhere, a deployed stack above all, what the local server is asked, and compares. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { compareDoors } from './compare.ts';
import { httpDoor } from './http-door.ts';

const { url, stack, endpoint, only } = commandOptions({
  command: 'npm run measure -- doors',
  summary:
    'Compares a running service with the local server, request by request. It makes stores of its own there, and leaves them.',
  options: {
    url: {
      type: 'string',
      value: 'URL',
      required: true,
      summary: 'the base URL of the service, as the stack’s output has it',
    },
    stack: {
      type: 'string',
      value: 'NAME',
      default: 'StoreCommerceApi',
      summary: 'how the names of its functions begin',
    },
    endpoint: { type: 'string', value: 'URL', summary: 'where the Invoke API is, where that is not AWS' },
    only: { type: 'string', value: 'PATTERN', default: '', summary: 'operations and functions of such names alone' },
  },
});

const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const local = await startLocalServer();
try {
  const here = httpDoor({
    url: local.url,
    stack: 'StoreCommerceApi',
    lambda: new LambdaClient({ endpoint: local.url, ...madeUp }),
  });
  const lambda = new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });
  const { asked, succeeded, differences } = await compareDoors(
    here,
    httpDoor({ url, stack, lambda }),
    new RegExp(only),
  );
  for (const each of differences) {
    console.log(`\n${each.asked}\n  here  ${JSON.stringify(each.here)}\n  there ${JSON.stringify(each.there)}`);
  }
  console.log(`\nOperations that succeed as the contract says: ${succeeded.here} here, ${succeeded.there} there`);
  console.log(`${asked} asked of each, ${differences.length} answered differently`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await local.stop();
}
