/** The guide on events: its receiver receives, and the rules of its commands and its app match the service's events. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import { freePort } from '../../bin/local/engines/ports.ts';
import { exampleOfEvent } from '../../bin/reference/asyncapi/event-schemas.ts';
import { eventTypes } from '../../lib/resources/events.ts';
import { useNpx } from '../support/command-line.ts';
import { startLocalServer } from '../support/http/local-server.ts';
import { guides } from '../support/reference/blocks.ts';
import { recordedAws } from '../support/reference/recorded-aws.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

const guide = guides().find(({ name }) => name.endsWith('events.md'));

const types = Object.keys(eventTypes);

interface Pattern {
  source: string[];
  'detail-type'?: (string | { prefix: string })[];
}

/** The types that a rule hands on, by what EventBridge makes of names and prefixes. */
const matched = (pattern: Pattern): string[] =>
  types.filter((type) => {
    const { source, 'detail-type': detailType } = exampleOfEvent(type as keyof typeof eventTypes);
    const fits = (wanted: string | { prefix: string }) =>
      typeof wanted === 'string' ? detailType === wanted : detailType.startsWith(wanted.prefix);
    return pattern.source.includes(source) && (pattern['detail-type']?.some(fits) ?? true);
  });

const found = (name: string): Promise<boolean> =>
  execute('bash', ['-c', `command -v ${name} && ${name} --version`]).then(
    () => true,
    () => false,
  );

/** What the commands of a guide start ends with them. */
const ended = (child: ChildProcess): unknown => child.pid && process.kill(-child.pid);

const npx = useNpx();

test('the receiver, started as it says with a webhook as it says, knows what a card is worth', async () => {
  const [receive = '', check = ''] = guide?.ofWebhook ?? [];
  const server = await startLocalServer();
  const [port] = [await freePort()];
  const here = (code: string): string =>
    `${npx()}\n${code.replaceAll('4000', String(port)).replaceAll('http://localhost:3000', server.url)}`;
  expect(receive).toContain('localhost:4000');
  const env = { ...process.env, PORT: String(port), FILE: join(temporaryFolder(), 'balances.json') };
  const receiver = spawn('bash', ['-c', here(receive)], {
    ...{ cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  try {
    await once(receiver.stdout, 'data');
    const [list = '', tested = ''] = check.trim().split('\n');
    const { stdout: webhooks } = await execute('bash', ['-c', here(list)], { cwd: root });
    const [id = ''] = /whk_\w+/.exec(webhooks) ?? [];
    const { stdout: output } = await execute('bash', ['-c', here(tested).replace('whk_…', id)], { cwd: root });
    expect(output).toMatch(/^Response 204 in \d+ ms$/m);
    const path = '/api/v1/gift-cards/gcd_00welcome/adjustments/';
    const headers = { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: '{"amount":42}' });
    const { balance } = (await answer.json()) as { balance: number };

    await vi.waitFor(
      async () =>
        expect(await (await fetch(`http://localhost:${port}/`)).json()).toMatchObject({ gcd_00welcome: { balance } }),
      { timeout: 150_000 },
    );
  } finally {
    ended(receiver);
    await server.stop();
  }
});

describe('the commands for AWS', async () => {
  const isHere = (await found('aws')) && (await found('jq'));

  test.skipIf(!isHere)('are taken by its command line, and say what they are meant to', async () => {
    const aws = await recordedAws();
    const commands = (guide?.onAws ?? []).filter((code) => code.includes('aws ')).join('\n');
    const env = {
      ...process.env,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_DEFAULT_REGION: 'us-east-1',
    };

    const elsewhere = `aws() { command aws --endpoint-url ${aws.url} "$@"; }`;
    await execute('bash', ['-euo', 'pipefail', '-c', `${elsewhere}\n${commands}`], { env });
    aws.close();

    const input = (action: string) => aws.asked.find((each) => each.action === action)?.input ?? {};
    const rule = input('PutRule');
    expect(rule.EventBusName).toBe('StoreCommerceApi');
    expect(matched(JSON.parse(String(rule.EventPattern)))).toEqual(
      types.filter((type) => type.startsWith('gift_card.')),
    );
    expect(input('PutTargets')).toMatchObject({
      Rule: rule.Name,
      Targets: [{ Arn: 'arn:aws:sqs:us-east-1:123456789012:card-events' }],
    });
    const { Policy } = input('SetQueueAttributes').Attributes as { Policy: string };
    expect(JSON.parse(Policy).Statement).toMatchObject([
      {
        Principal: { Service: 'events.amazonaws.com' },
        Resource: 'arn:aws:sqs:us-east-1:123456789012:card-events',
        Condition: {
          ArnEquals: { 'aws:SourceArn': 'arn:aws:events:us-east-1:123456789012:rule/StoreCommerceApi/card-events' },
        },
      },
    ]);
    expect(input('StartReplay')).toMatchObject({
      EventSourceArn: 'arn:aws:events:us-east-1:123456789012:archive/events',
      Destination: {
        Arn: 'arn:aws:events:us-east-1:123456789012:event-bus/StoreCommerceApi',
        FilterArns: ['arn:aws:events:us-east-1:123456789012:rule/StoreCommerceApi/card-events'],
      },
    });
    expect(input('DescribeReplay').ReplayName).toBe(input('StartReplay').ReplayName);
  });
});

test('the app of CDK has types that fit, and a rule on the bus with its target', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'app.ts');
  const [app = ''] = guide?.apps ?? [];
  writeFileSync(
    file,
    `${app}\nconsole.log(JSON.stringify((stack.node.root as App).synth().getStackByName('Loyalty').template));\n`,
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [file] }),
  );

  await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  const { stdout } = await execute(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, CDK_OUTDIR: folder },
  });

  const resources = Object.values(JSON.parse(stdout).Resources) as {
    Type: string;
    Properties: Record<string, never>;
  }[];
  const [rule] = resources.filter(({ Type }) => Type === 'AWS::Events::Rule');
  expect(rule?.Properties).toMatchObject({ EventBusName: 'StoreCommerceApi', Targets: [{ DeadLetterConfig: {} }] });
  expect(matched(rule?.Properties.EventPattern as unknown as Pattern)).toEqual(['order.recorded', 'order.paid']);
});
