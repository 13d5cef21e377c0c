/** An operation, as data: the functions, the stack, the local gateway, the OpenAPI document and the tests read it. */
import type * as z from 'zod/mini';
import type { BrokenRule, ErrorCode, ErrorRow, Issue } from './errors.ts';
import type { Resource } from './ids.ts';
import type { storeTableDefinition } from './tables.ts';

/** The permission of a key; `Storefront` is only for servers of a shop. */
export type Permission = 'Read' | 'Write' | 'Storefront';

/** Areas of staff work, in the contract's order; an API key can be limited to some of them (console, "Keys for a job"). */
export const areas = [
  'customers',
  'gift_options',
  'reviews',
  'gift_cards',
  'store_credits',
  'waitlist',
  'digital_files',
] as const;

export type Area = (typeof areas)[number];

/** Names that `expand` accepts, and the area that a key needs for each; null if the area of the operation is enough. */
export type Expansions = Readonly<Record<string, Area | null>>;

/** In the order in which an operation list shows them. */
export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

type Method = (typeof methods)[number];

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

export interface Operation<
  Path extends string = string,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> extends Declared<Path, Query, Body, Reply> {
  /** A text that adds to the summary, in Markdown; and a description of each id in the path. */
  words: { text: string; path: Readonly<Record<PathNames<Path>, string>> };
  /** The resources of the public ids in the path. */
  parameters: Record<PathNames<Path>, Resource>;
}

/** What an operation has as it is declared. */
interface Declared<
  Path extends string,
  Query extends z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType | undefined,
> {
  /** Names the function, its file (`functions/api/<folder>/<name>.ts`) and its route. */
  name: string;
  folder: string;
  /** The contract's section. */
  section: string;
  summary: string;
  method: Method;
  /** With its closing slash, below the base URL. */
  path: Path;
  /** `Any`: every key may use it. */
  permission: Permission | 'Any';
  /** A key that is limited to other areas may not use the operation. If `null`, keys of all areas may. */
  area: Area | null;
  /** A key that is limited to this area may use the operation, too. */
  alsoArea?: Area;
  query?: Query;
  /** What `expand` of the query can add to the objects of the reply. */
  expand?: Expansions;
  /** A JSON body, which may be omitted if it is optional. An operation without one ignores any body. */
  body?: Body;
  /** A multipart body: the field of the file, its maximum size, and the error for a larger file. */
  upload?: { field: string; maximumBytes: number; tooLarge: { code: ErrorCode; message: string } };
  /** `schema` is absent if the reply has no body. */
  success: { status: 200 | 201 | 204; description: string; schema?: Reply };
  /** The operation's own rows of the contract's error table; the rows of the chain are added when documents are generated. */
  errors: readonly (ErrorRow | BrokenRule)[];
  /** Message of a 404. Default `Resource not found`. */
  notFound?: string;
  /** Code of a query parameter that breaks a rule. Default `INVALID_FIELD`. */
  invalidQuery?: ErrorCode;
  /** The error of an unexpected failure. Default `INTERNAL_ERROR`, `Internal server error`. */
  failure?: { code: ErrorCode; message: string };
  /** The environment setting that, when `false`, makes the operation return 404 before authentication. */
  switch?: 'SERVICE_REVIEWS';
  /** Whether a POST replaces or takes away something that another operation cannot restore; a PUT and a DELETE always may. */
  destructive?: true;
  /** A POST that changes nothing. It checks an `Idempotency-Key`, but stores no reply under it. */
  readOnly?: true;
  /** A request without an `Idempotency-Key` is refused: the key identifies work that takes several commits. */
  requiresIdempotencyKey?: true;
  /** Access in addition to what the chain accesses for every operation. */
  reach?: readonly Reach[];
}

/** A public id in a path: its resource, and its description. */
interface PathId {
  of: Resource;
  words: string;
}

export interface Declaration<
  Path extends string = string,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> extends Declared<Path, Query, Body, Reply> {
  /** A text that adds to the summary, in Markdown. */
  words: string;
  /** The ids in the path; also others, so that all operations of a noun can share them. */
  ids: Readonly<Record<PathNames<Path>, PathId>>;
}

/** Declares an operation, keeping the types of its path, query, body and reply. */
export function operation<
  const Path extends string,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Reply extends z.ZodMiniType | undefined = undefined,
>({ words: text, ids, ...declared }: Declaration<Path, Query, Body, Reply>): Operation<Path, Query, Body, Reply> {
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathNames<Path>);
  const ofEach = <T>(of: (id: PathId) => T) =>
    Object.fromEntries(names.map((name) => [name, of(ids[name])])) as Record<PathNames<Path>, T>;
  return {
    ...declared,
    words: { text, path: ofEach(({ words }) => words) },
    parameters: ofEach(({ of }) => of),
  };
}

export type PathOf<O> = O extends Operation<infer Path, infer _Q, infer _B> ? Record<PathNames<Path>, string> : never;
export type QueryOf<O> = O extends { query?: infer Q }
  ? Q extends z.ZodMiniType
    ? z.output<Q>
    : undefined
  : undefined;
export type BodyOf<O> = O extends { body?: infer B } ? (B extends z.ZodMiniType ? z.output<B> : undefined) : undefined;

/** Whether an operation takes an `Idempotency-Key` (contract, "Idempotency"): ids in a storefront function's payload make its repeat safe. */
export const takesIdempotencyKey = ({ method, permission }: Operation): boolean =>
  (method === 'POST' || method === 'PUT') && permission !== 'Storefront';

/** Whether a repeat with the same `Idempotency-Key` gets the stored reply. */
export const replays = (operation: Operation): boolean => takesIdempotencyKey(operation) && !operation.readOnly;

/** Message of the 400 for a request without the key that its operation requires. */
export const requiredKeyMessage = 'Idempotency-Key is required';

/** The code of a query that breaks these rules. `expand` has the same code in all operations. */
export const codeOfQuery = ({ invalidQuery = 'INVALID_FIELD' }: Operation, [first]: readonly Issue[]): ErrorCode =>
  first?.path?.[0] === 'expand' ? 'INVALID_FIELD' : invalidQuery;

/** Sent with every reply: a reply may contain codes, addresses and links, so no browser or proxy may store it. */
export const neverStored = { 'Cache-Control': 'no-store' } as const;

export type IndexName = (typeof storeTableDefinition.indexes)[number]['name'];

/** The prefixes of object names: a variant's files, photos, unfinished uploads, and public files. */
export type ObjectPrefix = 'files' | 'media' | 'pending' | 'public';

/** On the store table; a transaction needs the permissions of each of its items. */
type TableAction = 'BatchGetItem' | 'Query' | 'Scan' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload' | 'ListMultipartUploadParts';

/** Whether it is an action on the store table itself. */
export const isOnTable = (reach: Reach): boolean => /^\w+Item$|^Query$|^Scan$/.test(reach);

export type Reach =
  | TableAction
  | `Query ${IndexName}`
  | `${ObjectAction} ${ObjectPrefix}/`
  | 'ListObjects public/'
  | `SendMessage ${'mail' | 'restockMail' | 'waitlist' | 'deliveries' | 'redeliveries' | 'publicFiles'}`
  | 'SendEmail'
  | 'PutEvents'
  /** Replays of the event archive, including reading their progress. */
  | 'StartReplay'
  /** The key that protects imported codes, webhook secrets, and the email addresses by which a search finds records. */
  | 'GetSecretValue key'
  /** Counts of unknown codes that shoppers typed or staff searched for, in the table of requests. */
  | 'CountUnknownCodes'
  /** The role that signs links to digital files. */
  | 'AssumeRole downloads';
