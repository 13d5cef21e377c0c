/** Replays of the archive: EventBridge puts the events of a period on the bus again, and only one rule receives them. */
import { DescribeReplayCommand, type ReplayState, StartReplayCommand } from '@aws-sdk/client-eventbridge';
import { requiredSetting } from '../runtime/settings.ts';
import { eventbridge } from './bus.ts';

interface ReplayedTime {
  /** The replay's name on the bus; each replayed event contains it. */
  id: string;
  from: string;
  to: string;
}

/** Starts a replay. Does nothing if a replay with this id was started before. */
export async function startReplay({ id, from, to }: ReplayedTime): Promise<void> {
  try {
    await eventbridge.send(
      new StartReplayCommand({
        ReplayName: id,
        EventSourceArn: requiredSetting('EVENT_ARCHIVE_ARN'),
        EventStartTime: new Date(from),
        EventEndTime: new Date(to),
        Destination: { Arn: requiredSetting('EVENT_BUS_ARN'), FilterArns: [requiredSetting('REPLAY_RULE_ARN')] },
      }),
    );
  } catch (error) {
    if (!isNamed(error, 'ResourceAlreadyExistsException')) throw error;
  }
}

/** The progress of a replay, in EventBridge's terms; undefined if it has not been started. */
export async function stateOfReplay(id: string): Promise<ReplayState | undefined> {
  try {
    return (await eventbridge.send(new DescribeReplayCommand({ ReplayName: id }))).State;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
