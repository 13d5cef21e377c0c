/** `create-customer-address` as it is here beside the same endpoint made plainly; all are bundled and started alike. */
import { join, resolve } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bundleAsFunctions } from '../../bin/build/bundles.ts';
import { createCustomerAddress } from '../../lib/contract/api/customer-addresses.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { watchClient } from '../support/aws/aws-calls.ts';
import { answer, eventOf } from '../support/http/call.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { newWorld } from '../support/world/world.ts';
import { costPerMillion, type Usage } from './cost.ts';
import { usageOf } from './endpoints.ts';
import { measureStartUp, type StartUp } from './start-up.ts';

export interface Compared extends Usage, StartUp {
  what: string;
  /** US dollars per million requests. */
  cost: number;
}

const implementations = {
  'Bare SDK handler': 'test/bench/comparison/bare.ts',
  'Powertools for AWS Lambda': 'test/bench/comparison/powertools.ts',
  'This project': 'functions/api/customer-addresses/create-customer-address.ts',
};

const root = resolve(import.meta.dirname, '../..');

/** Measures each of them with the same keyed request, in so many fresh processes and in this one. */
export async function compare(processes: number, progress: (what: string) => void): Promise<Compared[]> {
  const folder = join(root, '.build', 'bench-comparison');
  await bundleAsFunctions(Object.entries(implementations), folder);

  const compared: Compared[] = [];
  for (const [what, file] of Object.entries(implementations)) {
    progress(`comparison: ${what}`);
    const newEvent = await customersEvents();
    const usage = await usageInThisProcess(file, newEvent);
    const bundle = join(folder, `${what}.mjs`);
    const start = await measureStartUp({ bundle, event: newEvent(), statuses: [201], processes });
    compared.push({ what, ...usage, ...start, cost: costPerMillion(usage) });
  }
  return compared;
}

/** Events of keyed requests for one customer. */
async function customersEvents(): Promise<() => APIGatewayProxyEvent> {
  const { write: key, customers } = await newWorld();
  const request = { path: { id: customers[0].id }, body: addressBody, key };
  return () => eventOf(createCustomerAddress, { ...request, idempotencyKey: newId('upload') });
}

interface Implementation {
  handler: Parameters<typeof answer>[0];
  /** The client of its own, where it has one. */
  dynamodb?: Parameters<typeof watchClient>[0];
}

async function usageInThisProcess(file: string, newEvent: () => APIGatewayProxyEvent): Promise<Usage> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const { handler, dynamodb }: Implementation = await import(join(root, file));
  if (dynamodb) watchClient(dynamodb);
  const sending = (event: APIGatewayProxyEvent) => async () =>
    (await answer(handler, createCustomerAddress, event)).statusCode === 201;
  await sending(newEvent())();
  return usageOf(file, sending(newEvent()));
}
