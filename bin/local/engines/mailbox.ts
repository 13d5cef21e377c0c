import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { describeError, log } from '../../../lib/runtime/log.ts';
import { engineHosts, keepPagesOut } from '../guard.ts';
import { Journal } from '../journal.ts';
import type { Engine } from './engine.ts';
import { freePort, portOf } from './ports.ts';

/** An email as the engine lists it; `at` in seconds since 1970. */
export const storedMail = z.looseObject({
  messageId: z.string(),
  from: z.string(),
  destination: z.looseObject({ to: z.optional(z.array(z.string())) }),
  subject: z.optional(z.string()),
  body: z.looseObject({ text: z.optional(z.string()), html: z.optional(z.string()) }),
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  at: z.number(),
});

type StoredMail = z.output<typeof storedMail>;

type StartSes = (config: { host: string; port: number }) => Promise<Server>;

/** Where the engine keeps what it is given. */
interface Mails {
  saveEmail(mail: StoredMail): void;
}

const kept = 10_000;

interface MailboxOptions {
  /** Keeps the last 10,000 emails over a restart; without it they are only in memory. */
  file: string | undefined;
  /** Any that is free without. */
  port: number | undefined;
}

/** Starts SES on loopback; it keeps the emails it is given and sends none. Without a file the engine is loaded with the first request: most runs send no email. */
export async function startMailbox({ file, port }: MailboxOptions): Promise<Engine> {
  let engine = file === undefined ? undefined : loadSes(file);
  await engine;
  const server = createServer(async (request, response) => {
    try {
      engine ??= loadSes(file);
      (await engine).emit('request', request, response);
    } catch (error) {
      log('error', 'SES engine could not be loaded', { error: describeError(error) });
      response.destroy();
    }
  });
  server.listen(port === undefined ? 0 : await freePort(port), '127.0.0.1');
  await once(server, 'listening');
  keepPagesOut(server, engineHosts(portOf(server)));
  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The engine's server, which answers requests that are handed to it and listens to no port. */
async function loadSes(file: string | undefined): Promise<Server> {
  // Required, because its CommonJS default export reads differently under Node and under the tests' bundler.
  const require = createRequire(import.meta.url);
  const { default: startSes }: { default: StartSes } = require('aws-ses-v2-local');
  if (file !== undefined) keepIn(require('aws-ses-v2-local/dist/store.js'), new Journal(file, storedMail));
  const server = await startSes({ host: '127.0.0.1', port: await freePort() });
  server.close();
  return server;
}

/** Brings back what the journal has. From now on an email is there before it counts as sent. */
function keepIn(mails: Mails, journal: Journal<StoredMail>): void {
  const { saveEmail } = mails;
  const before = journal.read().slice(-kept);
  journal.keepOnly(before);
  for (const mail of before) saveEmail(mail);
  mails.saveEmail = (mail) => {
    journal.add(mail);
    saveEmail(mail);
  };
}
