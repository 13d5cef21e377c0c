/**
 * The roles of the stack, enforced: every call of a function in a test is allowed by the stack's grants, or refused as AWS
 * would refuse it. The grants that were used are left to `test/run/reached.test.ts`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { accesses, type Grant, grantsOf } from '../../../infra/grants.ts';
import { eventbridge } from '../../../lib/bus/bus.ts';
import { ses, sesOnce } from '../../../lib/mail/send.ts';
import { sts } from '../../../lib/objects/links.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keep } from '../run-artifacts.ts';
import { dynamodbNeeds, type Need, s3Needs, sqsNeeds, stsNeeds } from './needs.ts';
import { type Any, type AwsClient, onCall } from './on-call.ts';

const functions = new AsyncLocalStorage<string>();

/** The function that is at work; undefined is the test itself. */
export const functionAtWork = (): string | undefined => functions.getStore();

/** Whether some function is at work, and not the test itself. */
export const isFunctionAtWork = (): boolean => functionAtWork() !== undefined;

/** Does some work under the role of a function. */
export const underRoleOf = <T>(name: string, work: () => T): T => functions.run(name, work);

/** Does as a test what happens in the midst of a function's work. */
export const underNoRole = <T>(work: () => T): T => functions.exit(work);

class AccessDeniedException extends Error {
  override readonly name = 'AccessDeniedException';
}

const grants = new Map([...accesses].map(([name, access]) => [name, grantsOf(access)]));

/** A target as a call's needs name it. */
function textOf(target: Grant['targets'][number]): string {
  if ('table' in target) return target.index ? `${target.table}/${target.index}` : target.table;
  if ('objects' in target) return `${target.objects}/`;
  if ('role' in target) return target.role;
  return 'queue' in target ? target.queue : Object.keys(target).join();
}

/** Every grant that a function can use directly, each action on each resource, as `function action target`. */
export const usableGrants = (): string[] =>
  [...grants].flatMap(([name, all]) =>
    all
      // Lambda fetches a function's work by the role, too; and the key is read as a function starts, which is before its tests.
      .filter(({ sid, effect }) => !sid.startsWith('Consume') && sid !== 'ReadKey' && effect !== 'Deny')
      .flatMap(({ actions, targets }) =>
        actions.flatMap((action) => targets.map((target) => `${name} ${action} ${textOf(target)}`)),
      ),
  );

const refused = new Set<string>();

/** What functions asked for since the last time, and were refused. */
export function refusedSince(): string[] {
  const since = [...refused];
  refused.clear();
  return since;
}

/** Whether a function may do something. */
export function permits(name: string, need: Need): boolean {
  const matching = (grants.get(name) ?? []).filter((grant) => matches(grant, need));
  return matching.length > 0 && matching.every(({ effect }) => effect !== 'Deny');
}

/** Throws as AWS does if the role in use may not do this. */
function ask(need: Need): void {
  const name = functions.getStore() ?? '';
  const grant = `${name} ${need.action} ${need.target}`;
  if (permits(name, need)) {
    keep('used grants', grant);
  } else {
    refused.add(grant);
    throw new AccessDeniedException(`${name} is not authorized to perform ${need.action} on ${need.target}`);
  }
}

const matches = (
  { actions, targets, conditions = {} }: Grant,
  { action, target, leadingKeys = [], prefix = '' }: Need,
): boolean =>
  actions.some((each) => isLike(action, each)) &&
  targets.some((each) => textOf(each) === target) &&
  Object.entries(conditions).every(([operator, { 'dynamodb:LeadingKeys': patterns = [], 's3:prefix': prefixes }]) => {
    if (prefixes) return prefixes.some((pattern) => isLike(prefix, pattern));
    const [set, comparison] = operator.split(':');
    const holds = (key: string): boolean =>
      patterns.some((pattern) => isLike(key, pattern)) === (comparison === 'StringLike');
    return set === 'ForAnyValue' ? leadingKeys.some(holds) : leadingKeys.every(holds);
  });

const expressions = new Map<string, RegExp>();

function isLike(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const expression = expressions.get(pattern) ?? new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's');
  expressions.set(pattern, expression);
  return expression.test(text);
}

/** Asks for what each call of a function needs; a test's own calls need nothing. */
const guard = (client: AwsClient, needsOf: (command: string, input: Any) => Need[]) =>
  onCall(
    client,
    ({ command, input }, next) =>
      isFunctionAtWork() ? guarded(needsOf(command.replace(/Command$/, ''), input), next) : next(),
    'first',
  );

async function guarded<T>(needs: readonly Need[], call: () => Promise<T>): Promise<T> {
  for (const need of needs) ask(need);
  try {
    return await call();
  } catch (error) {
    // S3 reports an object as missing only if the caller may list the bucket.
    if (isMissing(error)) ask({ action: 's3:ListBucket', target: 'bucket' });
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

guard(dynamodb, dynamodbNeeds);
guard(s3(), s3Needs);
guard(sqs, sqsNeeds);
guard(sts(), stsNeeds);
// As for a sender identity with a default configuration set.
for (const client of [ses, sesOnce]) {
  guard(client, () => ['senders', 'configurationSets'].map((target) => ({ action: 'ses:SendEmail', target })));
}
guard(eventbridge, (command) => {
  const targets = { PutEvents: ['bus'], StartReplay: ['archive', 'bus', 'replays'] }[command] ?? ['replays'];
  return targets.map((target) => ({ action: `events:${command}`, target }));
});
