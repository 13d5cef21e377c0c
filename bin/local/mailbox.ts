import { once } from 'node:events';
import ses from 'aws-ses-v2-local';
import type { Engine } from './engines.ts';

/** Starts SES on loopback; it keeps the mails it is given in memory and sends none. */
export async function startMailbox(): Promise<Engine> {
  const server = await ses.default({ host: '127.0.0.1', port: 0 });
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
