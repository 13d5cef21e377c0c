/** The services that a run stands in for itself: queues, mail, the bus, and whoever hands out credentials. */
import { queueUrlSettings } from '../../../lib/resources/background.ts';
import { takeEvents } from './bus.ts';
import { clock } from './clock.ts';
import type { Execution } from './execution.ts';
import type { Call, FaultKind } from './faults.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
export type Input = any;

/** The answer to a call of such a service, its effect taken; undefined for the others. */
export function serve(
  { run, message, onMail }: Execution,
  { command }: Call,
  input: Input,
  kind: FaultKind | undefined,
) {
  if (command === 'SendMessageBatch') {
    const entries: { Id: string; MessageBody: string; DelaySeconds?: number }[] = input.Entries;
    const refused = kind === 'refused in part' ? entries.slice(-1) : [];
    const taken = entries.slice(0, entries.length - refused.length);
    const queue = queueOf(input.QueueUrl);
    const messages = taken.map(({ MessageBody: body, DelaySeconds = 0 }) => ({
      ...{ queue, body },
      notBefore: clock.now() + DelaySeconds * 1000,
    }));
    run.messages.push(...messages);
    // Without the digests of what was taken the SDK has nothing to compare.
    return { Successful: [], Failed: refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) };
  }
  if (command === 'SendEmail') {
    const { Subject, Body } = input.Content.Simple;
    onMail?.();
    run.mails.push({
      to: input.Destination.ToAddresses[0],
      subject: Subject.Data,
      text: Body.Text.Data,
      at: run.time,
      message,
    });
    return { MessageId: `mail-${run.mails.length}` };
  }
  if (command === 'PutEvents') return takeEvents(run, input.Entries, kind === 'refused in part');
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
