/** Events that are lost, told otherwise when they come again, or told of what has not happened. */
import type { Defect } from './defect.ts';

const publish = ['test/background/publish-events.test.ts'];
const rules = ['test/lib/events/events-of.test.ts'];

export const events: readonly Defect[] = [
  {
    name: 'an event that the bus does not take is taken for told',
    file: 'lib/bus/bus.ts',
    from: 'if (refused >= 0) throw',
    to: 'if (refused > events.length) throw',
    tests: publish,
  },
  {
    name: 'a batch is cut, and what lies at the cut is lost',
    file: 'lib/bus/bus.ts',
    from: 'Entries: events.map(',
    to: 'Entries: events.slice(0, eventsAtOnce - 1).map(',
    tests: publish,
  },
  {
    name: 'the change that failed is passed by when the others come again',
    file: 'lib/invoke/stream.ts',
    from: 'const left = Records[done]?.dynamodb?.SequenceNumber;',
    to: 'const left = Records[done + 1]?.dynamodb?.SequenceNumber;',
    tests: publish,
  },
  {
    name: 'a batch that fails is taken for done with',
    file: 'lib/invoke/stream.ts',
    from: 'if (left !== undefined && done === 0) throw cause;',
    to: 'if (done === 0) return { batchItemFailures: [] };',
    tests: publish,
  },
  {
    name: 'an event is told before the change whose events came before is told in full',
    file: 'functions/background/publish-events.ts',
    from: 'return { done: told.findIndex((ofChange) => ofChange.includes(untold)), cause };',
    to: 'return { done: told.findIndex((ofChange) => ofChange.includes(untold)) + 1, cause };',
    tests: publish,
  },
  {
    name: 'an event has another id when it comes again',
    file: 'lib/events/events-of.ts',
    from: 'const change = JSON.stringify([epoch,',
    to: 'const change = JSON.stringify([Math.random(), epoch,',
    tests: publish,
  },
  {
    name: 'a sequence does not rise',
    file: 'lib/events/events-of.ts',
    from: 'const sequence = own ?? version;',
    to: 'const sequence = own ?? Math.min(version, 2);',
    tests: rules,
  },
  {
    name: 'a deletion is told as the change before it',
    file: 'lib/events/events-of.ts',
    from: 'after ? (after.version ?? 0) : (before?.version ?? 0) + 1;',
    to: 'after ? (after.version ?? 0) : (before?.version ?? 0);',
    tests: rules,
  },
  {
    name: 'a card tells of an entry only where its balance moves',
    file: 'lib/resources/gift-cards/events.ts',
    from: 'if (before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];',
    to: 'if (before?.balance !== after.balance) return [entryOf(after)];',
    tests: rules,
  },
  {
    name: 'who is notified is told to have left',
    file: 'lib/resources/waitlist/events.ts',
    from: "told(after ? 'left' : 'notified', waited)",
    to: "told('left', waited)",
    tests: ['test/lib/events'],
  },
];
