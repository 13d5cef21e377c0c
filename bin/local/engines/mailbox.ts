import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Engine } from './engine.ts';
import { freePort } from './ports.ts';

type StartSes = (config: { host: string; port: number }) => Promise<Server>;

// Required, because its CommonJS default export reads differently under Node and under the tests' bundler.
const { default: startSes }: { default: StartSes } = createRequire(import.meta.url)('aws-ses-v2-local');

/** Starts SES on loopback, on any port that is free where none is asked for; it keeps the mails it is given in memory and sends none. */
export async function startMailbox(port: number | undefined): Promise<Engine> {
  const server = await startSes({ host: '127.0.0.1', port: await freePort(port) });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('SES listens on no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
