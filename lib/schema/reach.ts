/** What a function does at AWS, in IAM's own words: the stack grants exactly this. */
import type { storeTableDefinition } from './tables.ts';

export type IndexName = (typeof storeTableDefinition.indexes)[number]['name'];

/** How the names of objects begin: a variant's files, photos, and what has been uploaded but not finished. */
export type ObjectPrefix = 'files' | 'media' | 'pending';

/** On the store table; a transaction needs what each of its items would need by itself. */
type TableAction = 'BatchGetItem' | 'Query' | 'Scan' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload' | 'ListMultipartUploadParts';

/** Whether it is an action on the store table itself. */
export const isOnTable = (reach: Reach): boolean => /^\w+Item$|^Query$|^Scan$/.test(reach);

export type Reach =
  | TableAction
  | `Query ${IndexName}`
  | `${ObjectAction} ${ObjectPrefix}/`
  | `SendMessage ${'mail' | 'restockMail' | 'waitlist' | 'deliveries' | 'redeliveries'}`
  | 'SendEmail'
  | 'PutEvents'
  /** Of the archive of events, and how far a replay has come. */
  | 'StartReplay'
  /** Of the key that imported codes and secrets of webhooks are kept under. */
  | 'GetSecretValue key'
  /** Of unknown codes that shoppers typed, in the table of requests. */
  | 'CountUnknownCodes'
  /** Of the role that signs links to digital files. */
  | 'AssumeRole downloads';
