/** What CloudFormation does to tables and buckets when a template is deployed over another, as AWS documents it. */
import type { DeclaredTable } from '../../../bin/doctor/tables.ts';
import { type Account, tableOf } from './account.ts';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface FullTemplate {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
}

export interface Deployed {
  template: FullTemplate;
  /** Names of tables and buckets, by their logical ids. */
  names: ReadonlyMap<string, string>;
}

const tableType = 'AWS::DynamoDB::GlobalTable';
const bucketType = 'AWS::S3::Bucket';

const holdsData = ({ Type }: Resource): boolean => Type === tableType || Type === bucketType;

const ownName = ({ Properties = {} }: Resource): string | undefined => {
  const name = Properties.TableName ?? Properties.BucketName;
  return name === undefined ? undefined : String(name);
};

/** Deploys a template over what is deployed. Throws if CloudFormation would roll back; then the account is as it was. */
export function deploy(
  account: Account,
  before: Deployed | undefined,
  template: FullTemplate,
  { importing = false } = {},
): Deployed {
  const known = before?.names ?? new Map<string, string>();
  const holding = Object.entries(template.Resources).filter(([, each]) => holdsData(each));
  const names = new Map(
    holding.map(([id, resource]) => [id, ownName(resource) ?? known.get(id) ?? `stack-${id.toLowerCase()}`]),
  );
  const nameOf = (id: string): string => names.get(id) ?? '';
  const isNew = ([id]: [string, Resource]): boolean => !known.has(id);
  const there = holding.filter(([id]) => isThere(account, nameOf(id)));
  for (const [id, resource] of there.filter(isNew)) takeOver(nameOf(id), resource, importing);
  for (const [id] of there) {
    if (!readsStream(template, id) || account.tables.get(nameOf(id))?.stream) continue;
    throw new Error(`Attribute 'StreamArn' does not exist: table ${nameOf(id)} has no stream`);
  }
  const deleted = [...known].filter(([id]) => !names.has(id) && isDeleted(before?.template.Resources[id]));
  for (const [, name] of deleted) refuseProtected(account, name, 'UPDATE_FAILED');
  for (const [id, resource] of holding.filter((each) => !there.includes(each))) make(account, nameOf(id), resource);
  for (const [, name] of deleted) remove(account, name);
  return { template, names };
}

/**
 * A first deployment that fails once all tables and buckets, and what was copied into them, are there. Answers with the names of what the
 * roll-back leaves. Throws if the roll-back fails too.
 */
export function failFirst(account: Account, template: FullTemplate, copied: (id: string) => boolean): string[] {
  const { names } = deploy(account, undefined, template);
  for (const [id, name] of names) {
    const policy = template.Resources[id]?.DeletionPolicy ?? 'Delete';
    if (policy === 'Retain') continue;
    refuseProtected(account, name, 'ROLLBACK_FAILED');
    if (account.buckets.has(name) && copied(id)) throw new Error(`ROLLBACK_FAILED: ${name} is not empty`);
    remove(account, name);
  }
  return [...account.tables.keys(), ...account.buckets.keys()];
}

/** The outputs of a stack that name a table or a bucket. */
export const outputsOf = ({ template, names }: Deployed) =>
  Object.entries(template.Outputs).map(([OutputKey, { Value }]) => ({
    OutputKey,
    OutputValue: names.get(String(Object(Value).Ref)) ?? `https://${OutputKey}`,
  }));

const isDeleted = (resource: Resource | undefined): boolean => !/^Retain/.test(resource?.DeletionPolicy ?? 'Delete');

function refuseProtected({ tables }: Account, name: string, status: string): void {
  if (tables.get(name)?.isProtected) throw new Error(`${status}: ${name} is protected from deletion`);
}

const isThere = ({ tables, buckets }: Account, name: string): boolean => tables.has(name) || buckets.has(name);

function takeOver(name: string, { DeletionPolicy = 'Delete' }: Resource, importing: boolean): void {
  if (!importing) throw new Error(`AlreadyExists: ${name}`);
  if (!/^Retain/.test(DeletionPolicy))
    throw new Error(`${name} cannot be imported with the DeletionPolicy ${DeletionPolicy}`);
}

function make({ tables, buckets }: Account, name: string, { Type, Properties }: Resource): void {
  if (Type === tableType) tables.set(name, tableOf(Object(Properties) as DeclaredTable, 'nothing'));
  else buckets.set(name, { objects: 'nothing' });
}

function remove({ tables, buckets }: Account, name: string): void {
  tables.delete(name);
  buckets.delete(name);
}

const readsStream = ({ Resources }: FullTemplate, id: string): boolean =>
  JSON.stringify(Object.values(Resources)).includes(JSON.stringify({ 'Fn::GetAtt': [id, 'StreamArn'] }));
