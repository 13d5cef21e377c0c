import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ServerSettings, serverFor } from './server.ts';

const log = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Serves tools on standard input and output until the input ends. Returns when the service has accepted the key; rejects with an error of
 * the client otherwise.
 */
export async function serve(settings: Omit<ServerSettings, 'log'>): Promise<void> {
  serveStdio(await serverFor({ ...settings, log }), { onerror: ({ message }) => log(message) });
}
