/** Executions of functions in a run. */

import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { downloadRole } from '../../support/aws/sts.ts';
import type { Run } from '../random/run.ts';
import { type Actor, currentActor, outside } from './actor.ts';
import type { Instance } from './conditions.ts';
import type { Faults } from './faults.ts';
import type { Scheduler } from './scheduler.ts';

/** A request that a client sent or a batch that was delivered, as far as faults go. */
export interface Execution {
  run: Run;
  scheduler: Scheduler;
  /** When it began, in milliseconds of the run's clock. */
  startedAt: number;
  /** None: nothing fails. */
  faults?: Faults | undefined;
  /** The body of the message that is delivered. */
  message?: string | undefined;
  /** Where it runs; undefined for what belongs to no function. */
  instance?: Instance | undefined;
  /** Called where it is frozen for minutes. */
  onFreeze?(): void;
  /** Called when one of its calls has ended, which may be after its answer. */
  onCall?(): void;
  /** Called where it sends an email. */
  onMail?(): void;
  /** Called where the function dies: it does nothing any more, and sends no answer. */
  die?(): void;
  isDead?: boolean;
  /** Whether one of its calls has met a fault. */
  hasMetFault?: boolean;
  /** Whether the last release's code serves it. */
  isOfLastRelease?: boolean;
  /** How often it met what another held. */
  timesHeldUp?: number;
}

/** A function of a run, as the stage has it. */
export interface Simulated extends Actor {
  execution: Execution;
}

/** The execution that the present code belongs to, or undefined outside of a run. */
export const currentExecution = (): Execution | undefined => (currentActor() as Simulated | undefined)?.execution;

/** Work of a client itself, in its turn: it meets no fault. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  currentExecution()?.scheduler.enter(() => outside(work)) ?? work();

/** Counts a request to a function. */
export const noteCall = (name: string): void => currentExecution()?.run.called(name);

let accounts = 0;

export async function onOwnAccount<T>(work: () => Promise<T>, { stream = false } = {}): Promise<T> {
  const { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET, DOWNLOAD_ROLE } = process.env;
  accounts += 1;
  const own = `${STORE_TABLE}-${process.pid}-${accounts}`;
  const tables = { store: own, requests: `${own}-requests` };
  await createTables(tables, { stream });
  Object.assign(process.env, { STORE_TABLE: tables.store, REQUEST_TABLE: tables.requests, OBJECT_BUCKET: own });
  process.env.DOWNLOAD_ROLE = downloadRole;
  await s3().send(new CreateBucketCommand({ Bucket: objectBucket() }));
  try {
    return await work();
  } finally {
    Object.assign(process.env, { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET, DOWNLOAD_ROLE: DOWNLOAD_ROLE ?? '' });
    await Promise.all(
      Object.values(tables).map((TableName) => dynamodb.send(new DeleteTableCommand({ TableName }) as never)),
    );
  }
}
