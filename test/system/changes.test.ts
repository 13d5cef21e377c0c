/** The report on changes of the real template, harmless ones and others. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { wholeTemplateIn } from '../../bin/build/synthesis.ts';
import { judge, resourceCounts, type Template } from '../../bin/changes/judge.ts';
import { synthesise, template } from '../support/aws/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const before: Template = await template();

/** The template after a change. */
function after(change: (copy: Template) => void): Template {
  const copy = structuredClone(before);
  change(copy);
  return copy;
}

const idOf = ({ Resources }: Template, type: string, begin = ''): string =>
  Object.keys(Resources).find((id) => Resources[id]?.Type === type && id.startsWith(begin)) ?? '';

const propertiesOf = ({ Resources }: Template, id: string) => Resources[id]?.Properties ?? {};

const functionNamed = (of: Template, name: string) =>
  Object.keys(of.Resources).find((id) => propertiesOf(of, id).FunctionName === `StoreCommerceApi-${name}`) ?? '';

/** Gives a resource another id. */
function moved(copy: Template, id: string): void {
  const resource = copy.Resources[id];
  delete copy.Resources[id];
  if (resource) copy.Resources[`${id}Moved`] = resource;
}

describe('nothing is reported', () => {
  test.each([
    ['no change', () => undefined],
    [
      'more memory',
      (copy: Template) => {
        propertiesOf(copy, functionNamed(copy, 'get-review')).MemorySize = 1024;
      },
    ],
    [
      'another function',
      (copy: Template) => {
        copy.Resources.Another = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'another' } };
      },
    ],
    [
      'another index of the table',
      (copy: Template) => {
        const table = propertiesOf(copy, idOf(copy, 'AWS::DynamoDB::GlobalTable', 'TablesStore'));
        table.GlobalSecondaryIndexes.push({ ...table.GlobalSecondaryIndexes[0], IndexName: 'another' });
      },
    ],
    [
      'another id of what holds nothing and has no name',
      (copy: Template) => moved(copy, idOf(copy, 'AWS::Lambda::Permission')),
    ],
    [
      'another API, made beside the one before',
      (copy: Template) => moved(copy, idOf(copy, 'AWS::ApiGateway::RestApi')),
    ],
  ])('%s', (_, change) => {
    expect(judge(before, after(change))).toEqual([]);
  });
});

describe('the files of a synthesis', () => {
  const out = temporaryFolder();
  const edited = temporaryFolder();

  beforeAll(async () => {
    await synthesise({ 'aws:cdk:enable-asset-metadata': 'true' }, { outdir: out });
    for (const file of readdirSync(out).filter((name) => name.endsWith('.template.json'))) {
      const text = readFileSync(join(out, file), 'utf8');
      writeFileSync(join(edited, file), text.replaceAll(/Queues((?:re)?deliveries)Queue(?=[0-9A-F]{8})/g, 'Renamed$1'));
    }
  });

  test('are the template that has the nested stacks, too', () => {
    const whole = wholeTemplateIn(out) as Template;

    expect(resourceCounts(whole)).toEqual(resourceCounts(before));
    expect(Object.keys(whole.Resources)).toEqual(Object.keys(before.Resources));
    expect(judge(whole, wholeTemplateIn(out) as Template)).toEqual([]);
  });

  test('show that queues of a nested stack with other ids are empty ones', () => {
    const breaks = judge(wholeTemplateIn(out) as Template, wholeTemplateIn(edited) as Template);

    expect(breaks.toSorted()).toEqual(
      ['deliveries', 'redeliveries'].map((name) =>
        expect.stringMatching(
          new RegExp(
            `^Webhooks\\w+Queues${name}Queue\\w+ .* is removed from the stack: its content .the work in it. is deleted$`,
          ),
        ),
      ),
    );
  });
});

describe('a reviewer sees', () => {
  test.each<[string, (copy: Template) => void, RegExp[]]>([
    [
      'that a deployment may create or delete one index of a table',
      (copy) => {
        const table = propertiesOf(copy, idOf(copy, 'AWS::DynamoDB::GlobalTable', 'TablesStore'));
        const [feed, ...others] = table.GlobalSecondaryIndexes;
        table.GlobalSecondaryIndexes = [...others, { ...feed, IndexName: 'another' }];
      },
      [/^TablesStore\w+ gains or loses 2 indexes \(feed, another\): a deployment can change only one$/],
    ],
    [
      'that a table with other keys is a new one',
      (copy) => {
        const table = propertiesOf(copy, idOf(copy, 'AWS::DynamoDB::GlobalTable', 'TablesStore'));
        table.KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' }];
      },
      [/^TablesStore\w+ .* replaced by an empty one, because KeySchema changes: it loses its items$/],
    ],
    [
      'that a table under another id is a new one, and its items stay where nothing reads them',
      (copy) => moved(copy, idOf(copy, 'AWS::DynamoDB::GlobalTable', 'TablesStore')),
      [/^TablesStore\w+ .* is removed from the stack: its content \(its items\) is kept but no longer used$/],
    ],
    [
      'that a queue which goes takes its work along',
      (copy) => {
        delete copy.Resources[idOf(copy, 'AWS::SQS::Queue', 'QueuesmailQueue')];
      },
      [/^QueuesmailQueue\w+ .* is removed from the stack: its content \(the work in it\) is deleted$/],
    ],
    [
      'that a bucket with a name is another one',
      (copy) => {
        propertiesOf(copy, idOf(copy, 'AWS::S3::Bucket')).BucketName = 'another';
      },
      [/^ObjectsBucket\w+ .* replaced by an empty one, because BucketName changes/],
    ],
    [
      'that the base URL is deleted with its distribution',
      (copy) => moved(copy, idOf(copy, 'AWS::CloudFront::Distribution')),
      [/^Distribution\w+ .* is removed from the stack: its content \(the base URL that clients know\) is deleted$/],
    ],
    [
      'that a function has another name',
      (copy) => {
        propertiesOf(copy, functionNamed(copy, 'post-review')).FunctionName = 'StoreCommerceApi-write-review';
      },
      [/^AWS::Lambda::Function StoreCommerceApi-post-review is removed/],
    ],
    [
      'that an alarm has another name, though CloudFormation joins it',
      (copy) => {
        const alarms = Object.keys(copy.Resources).filter((id) => propertiesOf(copy, id).AlarmName);
        propertiesOf(copy, alarms[0] ?? '').AlarmName = 'Another';
      },
      [/^AWS::CloudWatch::Alarm .* is removed/],
    ],
    [
      'that two of one name cannot be',
      (copy) => moved(copy, functionNamed(copy, 'post-review')),
      [
        /^AWS::Lambda::Function StoreCommerceApi-post-review gets another id, \w+Moved for \w+: .* the deployment fails$/,
      ],
    ],
    [
      'that a function moves to another stack, where its name is taken',
      (copy) => {
        const id = functionNamed(copy, 'replay-webhook');
        const { [id]: resource } = copy.Resources;
        delete copy.Resources[id];
        if (resource) copy.Resources[id.replace(/^\w+?NestedStackResource[0-9A-F]{8}/, '')] = resource;
      },
      [
        /^AWS::Lambda::Function StoreCommerceApi-replay-webhook gets another id, replaywebhookFunction\w+ for Webhooks\w+: .* the deployment fails$/,
      ],
    ],
    [
      'that an API made of a document, which was made of resources, loses its routes',
      (copy) => {
        delete propertiesOf(copy, idOf(copy, 'AWS::ApiGateway::RestApi')).Body;
      },
      [/^RestApi\w+ .* is converted in place, and CloudFormation removes its routes: give it another id$/],
    ],
    [
      'that an output is gone',
      (copy) => {
        delete copy.Outputs?.BaseUrl;
      },
      [/^The output BaseUrl is removed/],
    ],
    [
      'that there is no room left',
      (copy) => {
        for (let [made = 0] = resourceCounts(copy); made < 450; made += 1) {
          copy.Resources[`Topic${made}`] = { Type: 'AWS::SNS::Topic' };
        }
      },
      [/^450 resources/],
    ],
  ])('%s', (_, change, breaks) => {
    expect(judge(before, after(change))).toEqual(breaks.map((text) => expect.stringMatching(text)));
  });
});
