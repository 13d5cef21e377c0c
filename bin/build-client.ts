/** Builds the client's npm package. */
import { buildClient, clientFolder } from './build/client/package.ts';
import { commandOptions } from './command-line/options.ts';

const { out } = commandOptions({
  command: 'npm run build:client',
  summary: 'Writes the npm package of the client, which `npm pack` and `npm publish` take as it is.',
  options: { out: { type: 'string', value: 'DIR', default: clientFolder, summary: 'where it goes' } },
});

buildClient(out);
console.log(out);
