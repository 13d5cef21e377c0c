/** The role that signs links to digital files: who may assume it, for how long, and what it may do. */
import { beforeAll, expect, test } from 'vitest';
import { functionAccess, type Template } from '../../infra/access-table.ts';
import { everyOption, samLocal, template } from '../support/aws/template.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template's properties, as CloudFormation names them
type Properties = any;

let stack: Template;

beforeAll(async () => {
  stack = await template();
}, 300_000);

const entries = (type: string, { Resources }: Template): [string, Properties][] =>
  Object.entries(Resources).flatMap(([id, { Type, Properties }]) => (Type === type ? [[id, Properties]] : []));

const signing = (of: Template): Properties => {
  const [found, ...others] = entries('AWS::IAM::Role', of).filter(([, { RoleName }]) => RoleName);
  expect(others).toEqual([]);
  return found?.[1];
};

const signer = (of: Template, stackName = 'StoreCommerceApi'): Properties =>
  entries('AWS::Lambda::Function', of).find(
    ([, { FunctionName }]) => FunctionName === `${stackName}-create-download`,
  )?.[1];

test('is assumed by the function that makes links, and by nobody else', () => {
  expect(signing(stack).AssumeRolePolicyDocument.Statement).toEqual([
    { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { AWS: signer(stack).Role } },
  ]);
  const assuming = [...functionAccess(stack)].filter(([, statements]) =>
    statements.some(({ actions }) => actions.includes('sts:AssumeRole')),
  );
  expect(assuming.map(([name]) => name)).toEqual(['StoreCommerceApi-create-download']);
});

test('lasts an hour, as long as AWS lets a role that a role assumes', () => {
  expect(signing(stack).MaxSessionDuration).toBe(3600);
});

test('reads digital files, is told which are missing, and nothing else', () => {
  const [{ PolicyDocument }] = signing(stack).Policies;

  expect(PolicyDocument.Statement.map(({ Sid, Action }: Properties) => [Sid, Action])).toEqual([
    ['ObjectsFiles', 's3:GetObject'],
    ['MissObjects', 's3:ListBucket'],
  ]);
  expect(JSON.stringify(PolicyDocument.Statement[0].Resource)).toContain('/files/*');
});

test.each([
  ['StoreCommerceApi', {}],
  ['Staging', everyOption],
])('of %s is the one that its function is told of and may assume, named for its Region', async (stackName, context) => {
  const of = await template(context);
  const { DOWNLOAD_ROLE } = signer(of, stackName).Environment.Variables;

  const name = signing(of).RoleName['Fn::Join'][1];
  expect(name).toEqual([`${stackName}-`, { Ref: 'AWS::Region' }, '-downloads']);
  expect(DOWNLOAD_ROLE).toEqual({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':iam::',
        { Ref: 'AWS::AccountId' },
        `:role/${stackName}-`,
        { Ref: 'AWS::Region' },
        '-downloads',
      ],
    ],
  });
  // Told to the function, and allowed to it.
  expect(JSON.stringify(of.Resources).split(JSON.stringify(DOWNLOAD_ROLE))).toHaveLength(3);
});

test('is not named under sam local, whose credentials do not end', async () => {
  expect(signer(await template(samLocal)).Environment.Variables.DOWNLOAD_ROLE).toBe('');
});
