/** What must be true once all is quiet. */

import { inspect } from 'node:util';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { DynamoDBRecord } from 'aws-lambda';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { storeTable } from '../../../lib/table/client.ts';
import type { Area, Playground } from '../../requests/table.ts';
import { idempotencyRecordsOf, itemsOf } from '../../support/aws/table-contents.ts';
import { wrongFigures } from '../../support/events/figures.ts';
import { complaintsAbout, complaintsOfConsumer, historyOf } from '../../support/events/truth.ts';
import type { World } from '../../support/world/world.ts';
import { findingsAtOnce, findingsIn } from '../every-order/invariants.ts';
import { judgeRequests } from '../judge/feed.ts';
import { ours } from '../protocol/protocols.ts';
import { refusedIn, tracesIn } from '../protocol/trace.ts';
import type { Run } from '../random/run.ts';
import { eventsBefore, lostEvents, type Versions } from '../random/versions.ts';
import { deliverAll, sweepAll } from './background.ts';
import { askAgain, type Deed, linesOf, operationsOf, type Surroundings, within } from './client.ts';
import { type Complaint, type Operation, textOf, Undecided } from './history.ts';
import { expectTrueFiles } from './public-files.ts';
import { Violation } from './requests.ts';
import { deliveredEvents } from './served.ts';
import { followChanges } from './stream.ts';
import { letPass } from './unkind-aws.ts';

/** What has been done in an area. */
export interface Done {
  area: Area;
  playground: Playground;
  deeds: Deed[];
}

/** How many follow the changes of a run, one after the other, each with faults of its own. */
const consumers = 4;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Throws a Violation. */
export async function judge(
  world: World,
  done: readonly Done[],
  surroundings: Surroundings,
  versions?: Versions,
): Promise<void> {
  const { run } = surroundings;
  const quietly = <T>(work: () => Promise<T>): Promise<T> => within(surroundings, work);
  const deeds = done.flatMap((each) => each.deeds);

  for (const deed of deeds) await quietly(() => askAgain(deed, run));
  await quietly(() => deliverAll(surroundings));
  await letPass(run, minute);
  await quietly(() => sweepAll(surroundings));
  await quietly(() => deliverAll(surroundings));
  await quietly(() => expectReplays(deeds));
  await quietly(() => expectOneRecordEach(world, deeds));
  await quietly(() => expectKeysBound(deeds));

  const histories: Operation[][] = [];
  for (const { playground, deeds: own } of done) {
    const asked = await askAtLast(playground, surroundings);
    histories.push([...own.flatMap(operationsOf), ...asked]);
  }
  expectSomeOrder(run);
  await letPass(run, day + minute);
  await quietly(() => sweepAll(surroundings));
  const aftermath = { mails: run.mails, objects: await quietly(allObjects) };
  if (!versions) await quietly(() => expectInvariants(aftermath.objects));
  for (const [index, { area, playground }] of done.entries()) {
    const history = histories[index] ?? [];
    const complaint = judged(run, () => playground.judge(history, aftermath));
    if (complaint) throw violationOf(area, complaint, history);
  }
  await quietly(() => expectKeysNew(deeds));
  expectAccepted(run);
}

/** After any failures, the events of all changes show what the table has, and all of them reach a consumer. */
export async function expectTrueEvents(
  world: World,
  played: readonly Done[],
  surroundings: Surroundings,
  versions?: Versions,
): Promise<void> {
  const { run } = surroundings;
  const history = await historyOf(storeTable());
  const complaints = [...complaintsAbout(history), ...(versions ? lostEvents(history.changes, versions) : [])];
  const earlier = versions ? eventsBefore(history.changes, versions) : undefined;
  // What has happened took long to play, and is soon followed.
  for (let consumer = 0; consumer < consumers && complaints.length === 0; consumer += 1) {
    run.published.length = 0;
    await within(surroundings, () => followChanges({ ...surroundings, follower: 'publish-events' }, history.records));
    complaints.push(...complaintsOfConsumer(history, deliveredEvents(run), earlier));
  }
  if (complaints.length > 0) throw new Violation(`Events are not true: ${complaints[0]}`, complaints.slice(0, 20));
  // Earlier releases count nothing.
  if (versions) return;
  await expectTrueFigures(surroundings, history.records);
  if (played.some(({ area }) => changesReviews(area))) await expectTrueFiles(world, surroundings);
}

/** Whether public files show what clients of the area do. */
const changesReviews = ({ asks }: Area): boolean => asks.some((name) => name.includes('review'));

/** Once all changes are followed, the counted figures of each store are those of what its table has. */
async function expectTrueFigures(surroundings: Surroundings, records: readonly DynamoDBRecord[]): Promise<void> {
  await within(surroundings, () => followChanges({ ...surroundings, follower: 'keep-figures' }, records));
  const wrong = await within(surroundings, async () => wrongFigures(await itemsOf(storeTable()), timestampNow()));
  if (wrong.length > 0) throw new Violation(`Figures are not true: ${wrong[0]}`, wrong);
}

/** Some order of whole requests explains all that was done to each object and each ledger, and seen of it. */
function expectSomeOrder(run: Run): void {
  const { anomaly, undecided } = judgeRequests(run.requests);
  if (anomaly)
    throw new Violation(
      'No order of whole requests explains what was answered, by the rules of test/stage/judge/',
      anomaly,
    );
  for (let count = 0; count < undecided; count += 1) run.count('history left undecided');
}

/** The states of each keyed request's record are a path through the model of the protocol. */
function expectAccepted(run: Run): void {
  for (const trace of tracesIn(run.steps)) {
    const refused = refusedIn(ours, trace);
    if (refused) throw new Violation('The model of the protocol has no such way', refused);
  }
}

/** What a model says; nothing where the history is too long for it, which is counted. */
function judged<T>(run: Run, judge: () => T): T | undefined {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    run.count('history left undecided');
    return undefined;
  }
}

function violationOf({ name }: Area, complaint: Complaint | string, all: readonly Operation[]): Violation {
  const { message, history } = typeof complaint === 'string' ? { message: complaint, history: all } : complaint;
  return new Violation(`${name}: ${message}`, history.map(textOf));
}

/** Asks, lets what comes of it be done, and asks again until there is nothing more to ask. */
async function askAtLast(playground: Playground, surroundings: Surroundings): Promise<Operation[]> {
  const { run } = surroundings;
  const asked: Operation[] = [];
  for (const steps of playground.last(run.mails)) {
    await within(surroundings, () => deliverAll(surroundings));
    // By then every index has caught up.
    await letPass(run, minute);
    const from = run.time + 1;
    const answers = await within(surroundings, () =>
      Promise.all(steps().map(async (step) => ({ input: step.input, answer: await step.send() }))),
    );
    run.time += 1;
    asked.push(...answers.map((one) => ({ ...one, from, to: run.time })));
  }
  return asked;
}

const successOf = ({ key, attempts }: Deed) =>
  key === undefined ? undefined : attempts.find(({ answer }) => answer?.ok)?.answer;

/** Hours after, the same key still answers the same, and does nothing more. */
async function expectReplays(deeds: readonly Deed[]): Promise<void> {
  for (const deed of deeds) {
    const success = successOf(deed);
    if (!success) continue;
    const again = await deed.request.send(deed.key);
    if (!again.replayed || JSON.stringify(again.body) !== JSON.stringify(success.body)) {
      throw new Violation('A request made again later was not answered the same', [...linesOf(deed), inspect(again)]);
    }
  }
}

async function expectOneRecordEach(world: World, deeds: readonly Deed[]): Promise<void> {
  const succeeded = deeds.filter((deed) => successOf(deed));
  const records = await idempotencyRecordsOf(world.store.id);
  if (records.length !== succeeded.length) {
    throw new Violation(
      `${succeeded.length} keyed requests succeeded, ${records.length} were recorded`,
      succeeded.flatMap(linesOf),
    );
  }
}

/** A key that has answered one request answers no other. */
async function expectKeysBound(deeds: readonly Deed[]): Promise<void> {
  const keyed = deeds.filter((deed) => successOf(deed));
  const [deed] = keyed;
  const other = keyed.find(({ request }) => request.identity !== deed?.request.identity);
  if (!deed || !other) return;
  const answer = await other.request.send(deed.key);
  if (answer.code !== 'IDEMPOTENCY_KEY_REUSED')
    throw new Violation('A key answered another request', [deed, other].flatMap(linesOf));
}

/** A day later a key is as new, whether its record has gone or not. */
async function expectKeysNew(deeds: readonly Deed[]): Promise<void> {
  const keyed = deeds.filter((deed) => successOf(deed));
  for (const deed of keyed.slice(0, 2)) {
    const { identity, name } = deed.request;
    const other = keyed.find(
      ({ request }) => request.identity !== identity && !(request.requiresKey && request.name === name),
    );
    const answer = await other?.request.send(deed.key);
    if (other && (answer?.replayed || answer?.code === 'IDEMPOTENCY_KEY_REUSED'))
      throw new Violation('A key of yesterday was not as new', [deed, other].flatMap(linesOf));
  }
}

/** What must hold of tables and objects once nothing is in progress. The last release does not keep all of it. */
async function expectInvariants(objects: readonly string[]): Promise<void> {
  // The service keeps objects in folders; what is in none is a toy's. Public files have no owner: they are judged by their content.
  const kept = objects.filter((key) => key.includes('/') && !key.startsWith('public/'));
  const [finding, ...others] = findingsIn({ entities: await itemsOf(storeTable()), objects: kept });
  if (finding) throw new Violation(`What is left is wrong: ${finding}`, others.slice(0, 20));
}

/** What must hold of tables at every moment, unless the last release serves too. Throws a Violation. */
export async function expectSound(versions: Versions | undefined): Promise<void> {
  if (versions) return;
  const [finding, ...others] = findingsAtOnce({ entities: await itemsOf(storeTable()), objects: [] });
  if (finding) throw new Violation(`What is stored is wrong: ${finding}`, others.slice(0, 20));
}

async function allObjects(): Promise<string[]> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: objectBucket() }));
  return Contents.map(({ Key = '' }) => Key);
}
