/** Finds the program of the embedded DynamoDB for this machine; a missing program is fetched once, and an unknown one is not run. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, StartupError } from '../startup-error.ts';

/** A machine, and the project that runs on it. */
interface Machine {
  /** Node's names of system and processor, as `darwin-arm64`. */
  platform: string;
  /** The folders that programs are looked for in, as the variable PATH has them. */
  path: string;
  /** The project's folder. */
  project: string;
  /** SHA-256 of programs that may run, in hexadecimal. */
  known: readonly string[];
}

/**
 * SHA-256 of the pinned programs from packages verified against the lock file's `integrity`. The registry that this project is built
 * with lacks the packages of other platforms.
 */
const digests: Readonly<Record<string, string>> = {
  'linux-x64 1.2.1': 'be909b7910d3fb552e85db10ef3c8ebae4bd35fee0f26dffdb6dfa5cc656426e',
};

/** Names the digest of another trusted program. */
const trusted = 'DYNAMODB_PROGRAM_SHA256';

const here: Machine = {
  platform: `${process.platform}-${process.arch}`,
  path: process.env.PATH ?? '',
  project: join(import.meta.dirname, '../../..'),
  known: [...Object.values(digests), process.env[trusted] ?? ''],
};

/**
 * The path of the engine's program: from the platform's package, from PATH, or from the package fetched into the project's ignored folder.
 * Throws a `StartupError` if the platform has no program, the fetch fails, or its digest is unknown.
 */
export async function dynamoDbProgram({ platform, path, project, known }: Machine = here): Promise<string> {
  if (platform.startsWith('win32')) throw new StartupError('On Windows this runs in WSL: see the README');
  const name = `@dynoxide/${platform}`;
  const version = pinnedVersion(project, name);
  const fetched = join(project, '.build/engines', `${platform}-${version}`);
  const programs = [installedProgram(project, name), programOnPath(path), installedProgram(fetched, name)];
  const found = programs.filter((program) => program !== undefined).filter(existsSync);
  const isKnown = (program: string) => known.includes(digestOf(program));
  const [first] = found;
  const program = found.find(isKnown) ?? first ?? (await fetchProgram({ platform, name, version, fetched }));
  if (!isKnown(program)) throw new StartupError(unknown(program));
  return program;
}

const unknown = (program: string): string =>
  `Nobody has verified ${program}: where you trust it, set ${trusted}=${digestOf(program)}. Or ${instead}`;

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

interface Wanted {
  platform: string;
  name: string;
  version: string | undefined;
  fetched: string;
}

async function fetchProgram({ platform, name, version, fetched }: Wanted): Promise<string> {
  if (version === undefined) throw new StartupError(`No embedded DynamoDB is made for ${platform}: ${instead}`);
  console.error(`Fetching the embedded DynamoDB for this machine, once: ${name} ${version}`);
  await fetchPackage(`${name}@${version}`, fetched);
  const program = installedProgram(fetched, name);
  if (program === undefined || !existsSync(program))
    throw new StartupError(`${name} ${version} holds no program: ${instead}`);
  return program;
}

const instead =
  'start DynamoDB Local (docker run -p 8000:8000 amazon/dynamodb-local) and set DYNAMODB_ENDPOINT=http://localhost:8000';

/** As the project names it, or undefined if the engine is not published for the platform. */
function pinnedVersion(project: string, name: string): string | undefined {
  const { optionalDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies[name];
}

function installedProgram(folder: string, name: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch {
    return undefined;
  }
}

const programOnPath = (path: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'dynoxide'))
    .find(isExecutable);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the package next to the folder and then renames it: a concurrent fetch finds it whole or not at all. */
async function fetchPackage(specifier: string, folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const arriving = mkdtempSync(`${folder}-`);
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', ['install', '--prefix', arriving, ...options, specifier]);
    renameSync(arriving, folder);
  } catch (error) {
    if (!existsSync(folder)) throw new StartupError(`Cannot fetch ${specifier} (${reasonOf(error)}): ${instead}`);
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
}

/** The first line of what npm says. */
const reasonOf = (error: unknown): string => {
  const lines = messageOf(error).split('\n');
  return (lines.find((line) => /^npm (?:error|ERR!)\s+(?!code)/.test(line)) ?? lines[0] ?? '').replace(
    /^npm \S+\s+/,
    '',
  );
};
