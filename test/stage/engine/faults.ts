/** What can go wrong with a call to AWS, how likely it is where, and how the SDK learns of it. */
import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { Random } from './random.ts';

export const faultKinds = [
  'time-out before the effect',
  'time-out after the effect',
  'server error before the effect',
  'server error after the effect',
  'throttled',
  'throttled item of a transaction',
  'conflict',
  'refused in part',
  'frozen before the effect',
  'frozen after the effect',
  'death before the effect',
  'death after the effect',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A call as reports name it: `DynamoDB TransactWriteItems`. */
export interface Call {
  service: string;
  command: string;
}

/** What a call goes through: a fault for so many of its tries, or none. */
export interface Plan {
  kind: FaultKind | undefined;
  tries: number;
}

/** An execution's faults: where they come from, and how many there are compared with the usual. */
export interface Faults {
  random: Random;
  intensity: number;
  /** Of all kinds, where nothing is said. */
  kinds?: readonly [FaultKind, ...FaultKind[]];
}

const usually = { commits: 0.2, others: 0.06 };

export function planFor({ random, intensity, kinds }: Faults, call: Call): Plan {
  if (!random.chance(intensity * (isCommit(call) ? usually.commits : usually.others))) {
    return { kind: undefined, tries: 0 };
  }
  const kind = !kinds && random.chance(0.3) ? worstOf(call, random) : random.pick(kinds ?? faultKinds);
  // The SDK tries three or four times: a fault that lasts reaches the code under test.
  const tries = random.chance(0.5) ? 1 : 4;
  return { kind: isPossible(kind, call) ? kind : 'throttled', tries };
}

/** What is hardest to bear. */
function worstOf(call: Call, random: Random): FaultKind {
  if (/^(?:SendMessageBatch|PutEvents)$/.test(call.command)) return 'refused in part';
  return random.pick(['time-out after the effect', 'death after the effect', 'frozen before the effect']);
}

const isPossible = (kind: FaultKind, call: Call): boolean => {
  if (kind === 'conflict') return call.service === 'DynamoDB' && isCommit(call);
  if (kind === 'throttled item of a transaction') return call.command === 'TransactWriteItems';
  return kind !== 'refused in part' || /^(?:SendMessageBatch|BatchGetItem|PutEvents)$/.test(call.command);
};

/** What makes something true, or known outside: between it and the reads before it everything else may happen. */
export const isCommit = ({ service, command }: Call): boolean =>
  service === 'DynamoDB'
    ? /^(?:TransactWrite|Put|Delete)/.test(command)
    : /^(?:Put|Delete|Copy|Complete|Send)/.test(command);

export const takesEffect = (kind: FaultKind): boolean => kind.endsWith('after the effect');

export const kills = (kind: FaultKind): boolean => kind.startsWith('death');

export const freezes = (kind: FaultKind | undefined): boolean => kind?.startsWith('frozen') ?? false;

/** Whether a call with this fault is answered anyway. */
export const isAnswered = (kind: FaultKind | undefined): boolean =>
  kind === undefined || kind === 'refused in part' || freezes(kind);

/** `reasons`: for each item of a transaction why it was cancelled. */
export function errorOf(kind: FaultKind | undefined, { service, command }: Call, reasons?: readonly string[]): Error {
  const about = { message: `Simulated: ${kind}`, $metadata: {} };
  if (kind === 'throttled') return new ProvisionedThroughputExceededException(about);
  if (kind === 'throttled item of a transaction') return cancelled(about, reasons ?? ['ThrottlingError']);
  if (kind === 'conflict' && service === 'S3') {
    const $metadata = { httpStatusCode: 409 };
    return new S3ServiceException({ ...about, name: 'ConditionalRequestConflict', $fault: 'client', $metadata });
  }
  if (kind === 'conflict') {
    return command.startsWith('TransactWrite')
      ? cancelled(about, reasons ?? ['TransactionConflict'])
      : new TransactionConflictException(about);
  }
  if (kind?.startsWith('server error')) {
    return new InternalServerError({ ...about, $metadata: { httpStatusCode: 500 } });
  }
  return Object.assign(new Error(about.message), { name: 'TimeoutError' });
}

const cancelled = (about: { message: string; $metadata: object }, reasons: readonly string[]) =>
  new TransactionCanceledException({ ...about, CancellationReasons: reasons.map((Code) => ({ Code })) });
