/**
 * A process in which functions start as Lambda starts them: it imports a given bundle, and then calls its handler with the event
 * that it is sent. A bundle shares nothing with another, so each starts as in a process of its own. Asked whether it is idle, it answers
 * once everything is done that can be done without an answer.
 */
import { pathToFileURL } from 'node:url';

type Handler = (event: object, context: object) => Promise<{ statusCode: number }>;

let handler: Handler | undefined;

/** Turns of the event loop after which a started call is written to its connection, also to a new one. */
const turns = 5;

function afterTurns(left: number, then: () => void): void {
  setImmediate(() => (left > 1 ? afterTurns(left - 1, then) : then()));
}

process.on('message', async (message: 'idle?' | { bundle: string } | { event: object }) => {
  if (message === 'idle?') {
    afterTurns(turns, () => process.send?.('idle'));
    return;
  }
  if ('bundle' in message) {
    ({ handler } = (await import(pathToFileURL(message.bundle).href)) as { handler: Handler });
    process.send?.('ready');
    return;
  }
  const context = { awsRequestId: 'fresh', getRemainingTimeInMillis: () => 60_000 };
  process.send?.(await handler?.(message.event, context));
});
