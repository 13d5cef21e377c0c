import { CancelReplayCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../../bin/command-line/options.ts';
import { parseCommand } from '../../../bin/operator/commands.ts';

const eventbridge = mockClient(EventBridgeClient);

beforeEach(() => eventbridge.reset());

// It replaces all clients of its kind, also those of other files.
afterAll(() => eventbridge.restore());

function replay(...args: string[]) {
  const parsed = parseCommand(['webhooks', 'replay', ...args]);
  if (typeof parsed === 'string') throw new Error(parsed);
  const replayWebhook = vi.fn(async () => ({ replay_id: 'rpl_1', status: 'waiting' }));
  const session = { target: parsed.target, operator: () => ({ replayWebhook }) };
  return { outcome: parsed.run(session as never), replayWebhook };
}

test('--cancel cancels a replay on EventBridge and starts none', async () => {
  eventbridge.on(CancelReplayCommand).resolves({ State: 'CANCELLING' });

  const { outcome, replayWebhook } = replay('--cancel', 'rpl_1');

  expect(await outcome).toMatchObject({ result: { replay_id: 'rpl_1', status: 'cancelling' }, ok: true });
  expect(eventbridge.commandCalls(CancelReplayCommand).map(({ args }) => args[0].input)).toEqual([
    { ReplayName: 'rpl_1' },
  ]);
  expect(replayWebhook).not.toHaveBeenCalled();
});

test.each([
  ['ResourceNotFoundException', 'The replay rpl_1 does not exist or has not started'],
  ['IllegalStatusException', 'The replay rpl_1 is not running'],
  ['AccessDeniedException', 'denied'],
])('%s from EventBridge is reported as: %s', async (name, message) => {
  eventbridge.on(CancelReplayCommand).rejects(Object.assign(new Error('denied'), { name }));

  await expect(replay('--cancel', 'rpl_1').outcome).rejects.toThrow(message);
});

test('a replay that the service has not started is not cancelled', async () => {
  const { outcome } = replay('--cancel', 'after-the-mishap');

  await expect(outcome).rejects.toThrow(
    new UsageError('--cancel must be the id of a replay, rpl_…, not after-the-mishap'),
  );
  expect(eventbridge.calls()).toEqual([]);
});

test('a replay without its period is refused before it is requested', async () => {
  const { outcome, replayWebhook } = replay('--store', 'sto_1', '--webhook', 'whk_1', '--from', '2027-01-31T09:00:00Z');

  await expect(outcome).rejects.toThrow(new UsageError('A replay also requires --to'));
  expect(replayWebhook).not.toHaveBeenCalled();
});

test('a replay of a period is requested for its webhook', async () => {
  const [from, to] = ['2027-01-31T09:00:00Z', '2027-01-31T12:00:00Z'];

  const { outcome, replayWebhook } = replay(
    ...['--store', 'sto_1', '--webhook', 'whk_1'],
    ...['--from', from, '--to', to],
  );

  expect(await outcome).toMatchObject({ result: { replay_id: 'rpl_1' }, ok: true });
  expect(replayWebhook).toHaveBeenCalledWith({ webhook_id: 'whk_1', from, to });
});
