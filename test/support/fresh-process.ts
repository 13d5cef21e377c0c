/**
 * A function in a process of its own, as Lambda starts one: run with a bundle, it imports that, and calls its handler with each
 * event that it is sent. Asked whether it is idle, it answers once everything is done that waits for nobody else.
 */
import { pathToFileURL } from 'node:url';

const [bundle = ''] = process.argv.slice(2);

/** Turns of the event loop in which a call that was begun has been written to its connection, a new one included. */
const turns = 5;

function afterTurns(left: number, then: () => void): void {
  setImmediate(() => (left > 1 ? afterTurns(left - 1, then) : then()));
}

process.on('message', async (message: 'idle?' | { event: object }) => {
  if (message === 'idle?') {
    afterTurns(turns, () => process.send?.('idle'));
    return;
  }
  const { handler } = await imported;
  const { statusCode } = await handler(message.event, {
    awsRequestId: 'fresh',
    getRemainingTimeInMillis: () => 60_000,
  });
  process.send?.({ statusCode });
});

const imported = import(pathToFileURL(bundle).href);
await imported;
process.send?.('ready');
