/** Replays of the archive: EventBridge puts events of a time on the bus again, for only one rule. */
import { DescribeReplayCommand, type ReplayState, StartReplayCommand } from '@aws-sdk/client-eventbridge';
import { requiredSetting } from '../runtime/settings.ts';
import { eventbridge } from './bus.ts';

interface ReplayedTime {
  /** Names the replay on the bus: each event that it brings back has this name. */
  id: string;
  from: string;
  to: string;
}

/** Starts a replay. A replay of this name that was started before stays as it is. */
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
