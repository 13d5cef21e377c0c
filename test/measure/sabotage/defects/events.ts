/** Events that are lost, told otherwise when they come again, or told of what has not happened. */
import { planted } from './planted.ts';

export const events = planted`
test/background/publish-events.test.ts
  lib/bus/bus.ts
    an event that the bus does not take is taken for told
    - if (refused >= 0) throw
    + if (refused > events.length) throw
    a batch is cut, and what lies at the cut is lost
    - Entries: events.map(
    + Entries: events.slice(0, 9).map(
  lib/invoke/stream.ts
    the change that failed is passed by when the others come again
    - const left = Records[done]?.dynamodb?.SequenceNumber;
    + const left = Records[done + 1]?.dynamodb?.SequenceNumber;
    a batch that fails is taken for done with
    - if (left !== undefined && done === 0) throw cause;
    + if (done === 0) return { batchItemFailures: [] };
  functions/background/publish-events.ts
    an event is told before the change whose events came before is told in full
    - return { done: told.findIndex((ofChange) => ofChange.includes(untold)), cause };
    + return { done: told.findIndex((ofChange) => ofChange.includes(untold)) + 1, cause };
  lib/events/events-of.ts
    an event has another id when it comes again
    - const change = JSON.stringify([epoch,
    + const change = JSON.stringify([Math.random(), epoch,
test/lib/events/events-of.test.ts
  lib/events/events-of.ts
    a sequence does not rise
    - const sequence = own ?? version;
    + const sequence = own ?? Math.min(version, 2);
    a deletion is told as the change before it
    - after ? (after.version ?? 0) : (before?.version ?? 0) + 1;
    + after ? (after.version ?? 0) : (before?.version ?? 0);
  lib/resources/gift-cards/events.ts
    a card tells of an entry only where its balance moves
    - if (before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];
    + if (before?.balance !== after.balance) return [entryOf(after)];
test/lib/events
  lib/resources/waitlist/events.ts
    who is notified is told to have left
    - told(after && !after.notified ? 'left' : 'notified', waited)
    + told('left', waited)
`;
