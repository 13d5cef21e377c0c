/**
 * What a release left behind, as a file of `test/releases/`: a store for each scenario as that release's own code made it ready, and
 * the request that comes next. Later releases play those requests on it.
 */

import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Node } from '../../bin/changes/contract.ts';
import type { Template } from '../../bin/changes/judge.ts';
import type { CallInput } from '../support/http/call.ts';

export type RawItem = Record<string, AttributeValue>;

/** A request of an operation or of a function without a route, and how the release that was recorded answered it. */
export type RecordedRequest = { name: string; answer?: unknown } & (
  | { store: string; input: CallInput }
  | { payload: object }
);

/** A request with an idempotency key that had been answered already: its client sends it again. */
export type Answered = { name: string; input: CallInput; answer: unknown };

export interface StoredObject {
  key: string;
  contentType: string | undefined;
  bytes: Buffer;
}

export interface Release {
  version: string;
  /** Whether a later release refuses its API keys, so that stores have new ones. */
  keysEnded?: boolean;
  /** The deployment's key, which its codes and secrets are kept under; absent before 0.3.0. */
  deploymentKey?: string;
  /** When it was recorded, in milliseconds since 1970: its holds, keys and uploads are of that time. */
  recordedAt: number;
  items: { store: RawItem[]; requests: RawItem[] };
  objects: StoredObject[];
  /** Multipart uploads in progress of which a part has arrived, by S3's ids. */
  begun: string[];
  requests: RecordedRequest[];
  answered: Answered[];
}

/** What a release promised: its stack, its API and what its changelog said. */
export interface Promised {
  template: Template;
  document: Node;
  changelog: string;
}

const folder = import.meta.dirname;

/** Files by their paths in the project, a character (Latin-1) for each byte: so they compress best. */
type Source = Record<string, string>;

type What = 'store' | 'promised' | 'source';

const fileOf = (version: string, what: What): string => join(folder, `${version}.${what}.json.br`);

/** The versions of which there is a file, the oldest first. */
export const releasesWith = (what: What): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(`.${what}.json.br`))
    .map((name) => name.slice(0, -`.${what}.json.br`.length))
    .toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }));

export const readRelease = (version: string): Release => read(fileOf(version, 'store'));

export const readPromised = (version: string): Promised => read(fileOf(version, 'promised'));

/** The files that it runs from (`source.ts`). */
const readSource = (version: string): Source => read(fileOf(version, 'source'));

/** The last release that knows one gift card for an order, no store credit, and refunds that take nothing back: tests let it serve beside this one. */
export const beforeStoreCredit = '0.3.0';

export const lastRelease = (): string => releasesWith('source').at(-1) ?? '';

/** Replaces the source of the release before: two releases at once are this one and the last. */
export function writeSource(version: string, source: Source): string {
  for (const earlier of releasesWith('source')) if (earlier !== beforeStoreCredit) rmSync(fileOf(earlier, 'source'));
  return write(fileOf(version, 'source'), source);
}

export const writeRelease = (release: Release): string => write(fileOf(release.version, 'store'), release);

export const writePromised = (version: string, promised: Promised): string =>
  write(fileOf(version, 'promised'), promised);

const bytesOf = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string'
    ? Buffer.from(value.base64, 'base64')
    : value;

const read = <T>(file: string): T => JSON.parse(brotliDecompressSync(readFileSync(file)).toString(), bytesOf) as T;

/** Bytes as base64, which `Buffer` would write as a list of numbers before a replacer sees them. */
function encodable(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encodable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encodable(each)]));
}

function write(file: string, content: object): string {
  const text = Buffer.from(JSON.stringify(encodable(content)));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(file, brotliCompressSync(text, { params }));
  return file;
}

const root = resolve(import.meta.dirname, '../..');

const parts = ['bin', 'functions', 'infra', 'lib', 'package.json', 'tsconfig.json', 'cdk.json'];

export function sourceAtHand(): Source {
  const files = execFileSync('git', ['ls-files', '-z', ...parts], { cwd: root, encoding: 'utf8' });
  const paths = files.split('\0').filter(Boolean);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

/** A folder with the source of a release. It uses the packages of the work at hand. */
export function folderOf(version: string): string {
  const source = readSource(version);
  const folder = join(root, '.build/releases', hash('sha1', JSON.stringify(source)));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`);
  for (const [path, bytes] of Object.entries(source)) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), bytes, 'latin1');
  }
  symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(unpacked, { recursive: true });
  }
  return folder;
}
