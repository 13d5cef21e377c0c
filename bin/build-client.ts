/** Builds the client's npm package. */
import { buildClient, clientFolder } from './build/client/package.ts';
import { commandOptions } from './command-line/options.ts';

const { out } = commandOptions({
  command: 'npm run build:client',
  summary: 'Builds the npm package of the client, ready for `npm pack` and `npm publish`.',
  options: { out: { type: 'string', value: 'DIR', default: clientFolder, summary: 'output folder' } },
});

buildClient(out);
console.log(out);
