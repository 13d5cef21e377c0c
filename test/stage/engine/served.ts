/** The services that the stage replaces itself: queues, mail, the bus, and whoever hands out credentials. */
import { queueUrlSettings } from '../../../lib/resources/background.ts';
import type { Input, Outbox } from './actor.ts';
import type { Call } from './faults.ts';

/** The answer to a call of such a service, its effect taken; undefined for the others. `isPartial`: the last entry is refused. */
export function serve(outbox: Outbox, { command }: Call, input: Input, isPartial: boolean): object | undefined {
  if (command === 'SendMessageBatch') {
    const entries: { Id: string; MessageBody: string; DelaySeconds?: number }[] = input.Entries;
    const refused = isPartial ? entries.slice(-1) : [];
    const queue = queueOf(input.QueueUrl);
    for (const { MessageBody: body, DelaySeconds = 0 } of entries.slice(0, entries.length - refused.length)) {
      outbox.queue({ queue, body }, DelaySeconds);
    }
    // Without the digests of what was taken the SDK has nothing to compare.
    return { Successful: [], Failed: refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) };
  }
  if (command === 'SendEmail') {
    const { Subject, Body } = input.Content.Simple;
    outbox.mail({ to: input.Destination.ToAddresses[0], subject: Subject.Data, text: Body.Text.Data });
    return { MessageId: 'mail' };
  }
  if (command === 'StartReplay') {
    outbox.replays?.add(input.ReplayName);
    return { State: 'STARTING' };
  }
  if (command === 'DescribeReplay') {
    if (outbox.replays?.has(input.ReplayName)) return { State: 'COMPLETED' };
    throw Object.assign(new Error('No such replay'), {
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 400 },
    });
  }
  if (command === 'PutEvents') return outbox.publish(input.Entries, isPartial);
  if (command === 'AssumeRole') {
    return { Credentials: { AccessKeyId: 'ASIADOWNLOADS', SecretAccessKey: 'secret', SessionToken: input.RoleArn } };
  }
  return undefined;
}

function queueOf(url: string): string {
  const found = Object.entries(queueUrlSettings).find(([, setting]) => process.env[setting] === url);
  if (!found) throw new Error(`No queue is at ${url}`);
  return found[0];
}
