/**
 * What functions send to the services that an engine replaces. An engine ignores what it does not read, so that nothing would notice
 * a wrong value of it: each field is named here, with what it has to be where the engine does not read it. Our own bus and
 * of STS refuse what they do not read.
 */
import { ses, sesOnce } from '../../../lib/mail/send.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { type Any as Input, onCall } from './on-call.ts';
import { functionAtWork, isFunctionAtWork } from './permissions.ts';

/** The engine reads it, and does something else where it is wrong. */
const read = 'read';

const object = { Bucket: read, Key: read } as const;
const headers = { ContentType: read, CacheControl: read } as const;
/** Only in a link: `test/system/signed-links.test.ts` sees that who follows it can send no more. */
const size = { ContentLength: read } as const;

const utf8 = { Data: read, Charset: /^UTF-8$/ } as const;

type Fields = { readonly [name: string]: typeof read | RegExp | Fields };

/** Fields by command; those of the elements of a list are one. What the engine does not read is always sent. */
export const knownFields: Readonly<Record<string, Fields>> = {
  PutObject: {
    ...object,
    ...headers,
    ...size,
    Body: read,
    IfMatch: read,
    IfNoneMatch: read,
    Metadata: { version: read },
  },
  GetObject: { ...object, Range: read },
  HeadObject: object,
  DeleteObject: object,
  DeleteObjects: { Bucket: read, Delete: { Objects: { Key: read }, Quiet: read } },
  ListObjectsV2: { Bucket: read, Prefix: read, Delimiter: read, StartAfter: read },
  CopyObject: {
    ...object,
    ...headers,
    CopySource: read,
    CopySourceIfMatch: /^"[\da-f-]+"$/,
    IfNoneMatch: /^\*$/,
    MetadataDirective: /^REPLACE$/,
  },
  CreateMultipartUpload: { ...object, ...headers },
  UploadPart: { ...object, ...size, UploadId: read, PartNumber: read, Body: read },
  CompleteMultipartUpload: { ...object, UploadId: read, MultipartUpload: { Parts: { PartNumber: read, ETag: read } } },
  AbortMultipartUpload: { ...object, UploadId: read },
  ListParts: { ...object, UploadId: read },
  SendMessageBatch: {
    QueueUrl: read,
    Entries: { Id: read, MessageBody: read, MessageGroupId: /^sto_/, DelaySeconds: read },
  },
  SendEmail: {
    FromEmailAddress: read,
    Destination: { ToAddresses: read },
    Content: {
      Simple: {
        Subject: utf8,
        Body: { Text: utf8, Html: utf8 },
        Headers: { Name: read, Value: /^[\x20-\x7e]{1,870}$/ },
      },
    },
  },
};

/** What is wrong with a request and would go unnoticed, each as the path of a field and what it has to be. */
export function unnoticedIn(input: Input, known: Fields | typeof read | RegExp | undefined, path: string): string[] {
  if (known === read) return [];
  if (known instanceof RegExp) return known.test(String(input)) ? [] : [`${path} is ${input}, not ${known}`];
  if (known === undefined) return [`${path} is not read by the engine: say in request-fields.ts what it has to be`];
  if (Array.isArray(input)) return input.flatMap((element) => unnoticedIn(element, known, path));
  const names = Object.keys({ ...known, ...input }).filter(
    (name) => known[name] instanceof RegExp || input[name] !== undefined,
  );
  return names.flatMap((name) => unnoticedIn(input[name], known[name], `${path}.${name}`));
}

const found = new Set<string>();

/** What was sent so since the last time. */
export function unnoticedSince(): string[] {
  const since = [...found];
  found.clear();
  return since;
}

onCall([s3(), sqs, ses, sesOnce], ({ command, input }, next) => {
  if (isFunctionAtWork()) {
    const name = command.replace(/Command$/, '');
    for (const fault of unnoticedIn(input, knownFields[name], name))
      found.add(`${functionAtWork()} sends it: ${fault}`);
  }
  return next();
});
