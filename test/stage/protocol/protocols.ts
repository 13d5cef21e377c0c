/** What a function does to be done once: ours, and three that are in wide use. */
import { answering, type Client, type Kept, type Protocol, type State, type Step } from './model.ts';

const refuse = (what: string, reply: string): Step => ({ what, client: { at: answering, reply } });

/** The card after the change that a request asks for. */
export const worked = ({ version, effects, isLate }: State, client: Client) => ({
  version: version + 1,
  effects: [...effects, client.request],
  isLate: isLate || client.isLate,
});

const throttled: Step = { what: 'is throttled', client: { at: answering, reply: 'failure' } };

/** The reply that is kept, only to the same request. */
export const replay = ({ request, reply }: Kept, client: Client): Step =>
  request === client.request
    ? { what: 'finds the record', client: { at: answering, reply } }
    : refuse('finds the record of another request', 'refusal: key used');

/** The first step of every protocol. */
const admitted =
  (at: string): Protocol['steps'][string] =>
  ({ isRevoked }) =>
    isRevoked
      ? [refuse('finds the API key revoked', 'refusal: unauthorised')]
      : [{ what: 'finds the API key valid', client: { at } }];

/**
 * The record commits with the writes it answers for; it is looked up where the commit fails, or a decision refuses, and also before
 * a decision that does something no commit undoes.
 */
export const ours: Protocol = {
  name: 'This service',
  first: 'admit',
  steps: {
    admit: (...at) => [...(admitted('read')?.(...at) ?? []), throttled],
    read: ({ version }) => [
      { what: 'reads the card', client: { at: 'commit', read: version } },
      { what: 'refuses', client: { at: 'look up', reply: 'refusal' } },
      { what: 'looks first', client: { at: 'look up' } },
      throttled,
    ],
    'look up': ({ record }, client) => [
      record
        ? replay(record, client)
        : { what: 'finds no record', client: { at: client.reply === '' ? 'read' : answering } },
      throttled,
    ],
    commit: (state, client) => {
      const { record, version } = state;
      const again: Step = { what: 'is in the way of another', client: { at: 'look up', read: 0 } };
      if (record) return [replay(record, client), { ...again, what: 'finds the record, and looks it up' }, throttled];
      if (client.read !== version) return [{ ...again, what: 'finds the card changed' }, throttled];
      const reply = `balance ${version + 1}`;
      const store = { ...worked(state, client), record: { request: client.request, reply, claim: null } };
      return [
        { what: 'commits the change and its record', store, client: { at: answering, reply } },
        { what: 'commits, and hears nothing of it', store, client: { at: 'sent', reply } },
        again,
        throttled,
      ];
    },
    // The SDK sends the same commit again, which AWS knows by its token or by what is there.
    sent: () => [
      { what: 'finds its own commit', client: { at: answering } },
      { what: 'commits, and hears nothing of it', client: {} },
      throttled,
    ],
  },
};

/** The reply is cached once the work is done. */
export const cacheAfter: Protocol = {
  name: 'A cache of replies',
  first: 'admit',
  steps: {
    admit: admitted('look up'),
    'look up': ({ record }, client) => [
      record ? replay(record, client) : { what: 'finds no record', client: { at: 'work' } },
    ],
    work: (state, client) => [
      {
        what: 'changes the card',
        store: worked(state, client),
        client: { at: 'keep', reply: `balance ${state.version + 1}` },
      },
      throttled,
    ],
    keep: (_, { request, reply }) => [
      { what: 'puts the record', store: { record: { request, reply, claim: null } }, client: { at: answering } },
    ],
  },
};

/** A lock is put before the work, taken away where the work fails, and filled after it. */
export const cacheBefore: Protocol = {
  name: 'A cache with a lock',
  first: 'admit',
  steps: {
    admit: admitted('lock'),
    lock: ({ record }, client, index) => {
      if (!record)
        return [{ what: 'puts the lock', store: { record: claimOf(client, index) }, client: { at: 'work' } }];
      return [record.reply ? replay(record, client) : refuse('finds the lock', 'in progress')];
    },
    work: (state, client) => [
      {
        what: 'changes the card',
        store: worked(state, client),
        client: { at: 'keep', reply: `balance ${state.version + 1}` },
      },
      { ...throttled, store: { record: null } },
    ],
    keep: (_, { request, reply }) => [
      { what: 'fills the record', store: { record: { request, reply, claim: null } }, client: { at: answering } },
    ],
  },
};

const claimOf = ({ request }: Client, index: number): Kept => ({ request, reply: '', claim: index });

/** As Powertools for AWS Lambda: a claim, which lapses with its function's time, is completed after the work. */
export const claim: Protocol = {
  ...cacheBefore,
  name: 'A claim that lapses',
  lapses: true,
  steps: {
    ...cacheBefore.steps,
    lock: (state, client, index) => {
      const { record } = state;
      const isFree = !record || (record.reply === '' && record.claim === null);
      if (isFree)
        return [{ what: 'claims the key', store: { record: claimOf(client, index) }, client: { at: 'work' } }];
      return [record.reply ? replay(record, client) : refuse('finds the claim', 'in progress')];
    },
  },
};
