/** While a service of AWS cannot be reached, every request fails as the service's own failure, and the log has its cause. */
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { afterEach, expect, test, vi } from 'vitest';
import { accesses } from '../../../infra/grants.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { failureOf } from '../../../lib/schema/invocable.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { allScenarios, invocationScenarios } from '../../requests/all.ts';
import { downloadRole } from '../../support/aws/sts.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld } from '../../support/world/world.ts';

interface Service {
  name: string;
  /** What of a function's reach is with it. */
  reached: RegExp;
  client: { send: unknown };
}

const services: readonly Service[] = [
  { name: 'DynamoDB', reached: /Item$|^Query|^Scan$|^CountUnknownCodes$/, client: dynamodb },
  { name: 'S3', reached: /\/$/, client: S3Client.prototype },
  { name: 'SQS', reached: /^SendMessage/, client: SQSClient.prototype },
  { name: 'EventBridge', reached: /^PutEvents$|^StartReplay$/, client: EventBridgeClient.prototype },
  { name: 'Secrets Manager', reached: /^GetSecretValue/, client: SecretsManagerClient.prototype },
  { name: 'STS', reached: /^AssumeRole/, client: STSClient.prototype },
];

const logged: string[] = [];

/** Calls that succeed nevertheless, and why they lose nothing. */
const succeeding: Readonly<Record<string, string>> = {
  'delete-gift-option without S3': 'the sweep deletes the photo',
  'remove-gift-option-image without S3': 'the sweep deletes the photo',
  'delete-digital-file without S3': 'the sweep deletes the file',
  'abandon-digital-file-upload without S3': 'the sweep deletes the parts',
  'start-gift-option-image-upload without S3': 'a link is signed without a call',
  'import-records without SQS': 'no variant with shoppers is dropped',
  'import-waitlist-entries without SQS': 'the count is not aside',
  'join-waitlist without SQS': 'the count is not aside',
  'leave-waitlist without SQS': 'the count is not aside',
  'delete-customer without SQS': 'the count is not aside',
};

/** A service cannot be reached any more. */
function cutOff({ name, client }: Service): void {
  if (name === 'Secrets Manager') {
    vi.stubEnv('DEPLOYMENT_KEY', undefined);
    vi.stubEnv('DEPLOYMENT_KEY_SECRET', newId('upload'));
  }
  if (name === 'STS') vi.stubEnv('DOWNLOAD_ROLE', downloadRole);
  vi.stubEnv('LOG_LEVEL', 'error');
  vi.spyOn(client as { send(): Promise<never> }, 'send').mockRejectedValue(new Error('connect ECONNREFUSED'));
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logged.push(String(chunk));
    return true;
  });
}

/** The log has the cause, with the id of the request that failed by it. */
function expectCause(): void {
  expect(logged.filter((line) => line.includes('ECONNREFUSED') && line.includes('"request_id"'))).not.toEqual([]);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  logged.length = 0;
});

/** Each function with each service of its reach. */
const without = <S>(scenarios: readonly (readonly [string, S])[]) =>
  scenarios.flatMap(([name, scenario]) => {
    const { reach = [] } = accesses.get(name) ?? {};
    return services
      .filter(({ reached }) => reach.some((each) => reached.test(each)))
      .map((service) => [`${name} without ${service.name}`, scenario, service] as const);
  });

test.each(without(allScenarios))(
  '%s fails with the code of its row',
  async (title, { operation, prepare }, service) => {
    const world = await newWorld();
    const request = { ...(await prepare(world)), key: world.write };
    const idempotencyKey = operation.method === 'GET' ? undefined : newId('upload');
    cutOff(service);
    const { status, body } = await call(operation, { ...request, idempotencyKey });

    if (title in succeeding) return expect(status).toBe(operation.success.status);
    expect({ status, code: body?.code }).toEqual({ status: 500, code: operation.failure?.code ?? 'INTERNAL_ERROR' });
    expectCause();
  },
);

test.each(without(invocationScenarios.map((each) => [each.invocable.name, each] as const)))(
  '%s fails with INTERNAL_ERROR',
  async (title, { invocable, prepare }, service) => {
    const payload = await prepare(await newWorld());
    cutOff(service);
    const answer = await invoke(invocable, payload);

    if (title in succeeding) return expect(answer).not.toHaveProperty('errorType');
    expect(answer).toMatchObject({ errorType: failureOf(invocable).code });
    expectCause();
  },
);
