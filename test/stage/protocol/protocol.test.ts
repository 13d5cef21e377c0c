import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagramOf, explore } from './explore.ts';
import { answering, initial, next, type Protocol, type State, wrong } from './model.ts';
import { cacheAfter, cacheBefore, claim, ours, replay, worked } from './protocols.ts';

const explored = (protocol: Protocol) =>
  explore<State>({
    initial,
    next: (state) => next(protocol, state),
    wrong: (state) => wrong(protocol, state),
  });

const textOf = (file: string) => readFileSync(resolve(import.meta.dirname, '../../..', file), 'utf8');
const page = textOf('bin/reference/project/5-proof.md');

test('a keyed request is done once and answered alike, even if functions die, answers are lost, calls are throttled, and keys expire or are revoked', () => {
  const { counterexample, states } = explored(ours);

  expect(counterexample).toBeUndefined();
  expect(page).toContain(`All ${states.toLocaleString('en')} reachable states`);
  expect(textOf('README.md')).toContain(`among the ${states.toLocaleString('en')} reachable states`);
});

describe('a protocol in wide use reaches a wrong state', () => {
  test.each([
    [cacheAfter, 'done twice', 8],
    [cacheBefore, 'no further attempt is ever told', 4],
    [claim, 'done twice', 10],
  ])('$name', (protocol, complaint, moves) => {
    const { counterexample } = explored(protocol);

    expect(counterexample?.wrong).toBe(complaint);
    expect(counterexample?.way).toHaveLength(moves);
    expect(page).toContain(diagramOf(counterexample?.way ?? [], complaint));
  });
});

const { admit, read, commit } = ours.steps;

/** Our protocol with steps of its own in place of some. */
const planted = (steps: Protocol['steps']): Protocol => ({ ...ours, steps: { ...ours.steps, ...steps } });

const without = (record: State['record'], state: State): State => ({ ...state, record });

describe('a fault in our protocol is seen', () => {
  test.each<[string, string, Protocol['steps']]>([
    [
      'a commit that does not fail where a record stands',
      'done twice',
      { commit: (state, client, index) => commit?.(without(null, state), client, index) ?? [] },
    ],
    [
      'a record that is put after the commit',
      'done twice',
      {
        commit: (state, client, index) =>
          (commit?.(state, client, index) ?? []).map((step) =>
            step.client.reply?.startsWith('balance')
              ? { ...step, store: worked(state, client), client: { ...step.client, at: 'record' } }
              : step,
          ),
        record: (_, { request, reply }) => [
          { what: 'puts the record', store: { record: { request, reply, claim: null } }, client: { at: answering } },
        ],
      },
    ],
    [
      'a commit without the condition on what was read',
      'a change is lost',
      {
        commit: (state, client, index) => commit?.({ ...state, version: client.read }, client, index) ?? [],
      },
    ],
    [
      'a record that answers any request',
      'a client was told of what is not there',
      {
        commit: (state, client, index) =>
          state.record
            ? [replay({ ...state.record, request: client.request }, client)]
            : (commit?.(state, client, index) ?? []),
      },
    ],
    [
      'an API key that is not looked at',
      'done for an API key that was revoked before',
      { admit: (state, client, index) => admit?.({ ...state, isRevoked: false }, client, index) ?? [] },
    ],
    [
      'a replay with the balance of now',
      'clients were told two different balances',
      {
        commit: (state, client, index) =>
          state.record
            ? [replay({ ...state.record, reply: `balance ${state.version}` }, client)]
            : (commit?.(state, client, index) ?? []),
      },
    ],
    [
      'a record that is taken for a changed card',
      'no further attempt is ever told',
      {
        read: (state, client, index) =>
          state.record
            ? [{ what: 'finds the card changed', client: { at: answering, reply: 'refusal' } }]
            : (read?.(state, client, index) ?? []),
      },
    ],
  ])('%s', (_, complaint, steps) => {
    expect(explored(planted(steps)).counterexample?.wrong).toBe(complaint);
  });
});
