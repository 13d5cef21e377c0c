import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dynamoDbProgram } from '../../bin/local/engines/dynamodb-program.ts';
import { listen } from '../support/http/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const version = '1.2.1';
const published = '@dynoxide/darwin-arm64';

/** A program that prints where it comes from. */
function writeProgram(file: string, says: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${says}\n`, { mode: 0o755 });
  return file;
}

function writePackage(folder: string, name: string): string {
  const program = writeProgram(join(folder, 'dynoxide'), `of ${name}`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  return program;
}

/** A project that pins the engine for two platforms and has nothing installed. */
function newProject(): string {
  const project = temporaryFolder();
  const optionalDependencies = { [published]: version, '@dynoxide/darwin-x64': version };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ optionalDependencies }));
  return project;
}

/** A registry that knows one package, and what it has been asked for. */
async function startRegistry(): Promise<{ server: Server; url: string; asked: string[] }> {
  const folder = temporaryFolder();
  writePackage(folder, published);
  const { stdout } = await run('npm', ['pack', '--silent'], { cwd: folder });
  const tarball = readFileSync(join(folder, stdout.trim()));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server = createServer(({ url = '', headers: { host } }, response) => {
    asked.push(decodeURIComponent(url));
    if (url === '/engine.tgz') return void response.end(tarball);
    if (decodeURIComponent(url) !== `/${published}`) return void response.writeHead(404).end('{}');
    const dist = { tarball: `http://${host}/engine.tgz`, integrity };
    const versions = { [version]: { name: published, version, dist } };
    response.end(JSON.stringify({ name: published, versions, 'dist-tags': { latest: version } }));
  });
  return { server, url: `${await listen(server)}/`, asked };
}

/** The digest of the program of a package that `writePackage` writes. */
const digestOf = (says: string): string => createHash('sha256').update(`#!/bin/sh\necho ${says}\n`).digest('hex');

const known = [`of ${published}`, 'on the path'].map(digestOf);

const says = async (program: string): Promise<string> => (await run(program)).stdout.trim();

const printed = () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => spy.mockRestore());
  return lines;
};

let registry: Awaited<ReturnType<typeof startRegistry>>;

beforeAll(async () => {
  registry = await startRegistry();
});

beforeEach(() => {
  vi.stubEnv('npm_config_registry', registry.url);
  vi.stubEnv('npm_config_cache', temporaryFolder());
  vi.stubEnv('npm_config_fetch_retries', '0');
});

afterAll(() => {
  registry.server.close();
});

describe('the program of the embedded DynamoDB', () => {
  test('is that of the package for the platform, not one on the path', async () => {
    const project = newProject();
    const own = writePackage(join(project, 'node_modules', published), published);
    const path = dirname(writeProgram(join(temporaryFolder(), 'dynoxide'), 'on the path'));

    expect(await dynamoDbProgram({ platform: 'darwin-arm64', path, project, known })).toBe(own);
  });

  test.each(['darwin-x64', 'freebsd-x64'])(
    'is one on the path where the package for %s is missing',
    async (platform) => {
      const program = writeProgram(join(temporaryFolder(), 'dynoxide'), 'on the path');
      const path = ['', temporaryFolder(), dirname(program)].join(delimiter);

      expect(await dynamoDbProgram({ platform, path, project: newProject(), known })).toBe(program);
    },
  );

  test('is fetched once where it is nowhere, which one line says', async () => {
    const project = newProject();
    const lines = printed();
    const find = () => dynamoDbProgram({ platform: 'darwin-arm64', path: '', project, known });

    const fetched = await find();
    const requests = registry.asked.length;
    const again = await find();

    expect(await says(fetched)).toBe(`of ${published}`);
    expect(fetched).toContain(join(project, '.build'));
    expect(again).toBe(fetched);
    expect(registry.asked).toHaveLength(requests);
    expect(lines).toEqual([`Fetching the embedded DynamoDB for this machine, once: ${published} ${version}`]);
  });

  test.each<[string, (project: string) => { program: string; path: string }]>([
    [
      'of the package',
      (project) => ({ program: writePackage(join(project, 'node_modules', published), published), path: '' }),
    ],
    [
      'on the path',
      () => {
        const program = writeProgram(join(temporaryFolder(), 'dynoxide'), 'on the path');
        return { program, path: dirname(program) };
      },
    ],
    [
      'that is fetched',
      (project) => ({
        program: join(project, `.build/engines/darwin-arm64-${version}/node_modules/${published}/dynoxide`),
        path: '',
      }),
    ],
  ])('%s does not run where its digest is not known, which one line says with what to do', async (_, put) => {
    const project = newProject();
    const { program, path } = put(project);
    printed();
    const find = (known: string[]) => dynamoDbProgram({ platform: 'darwin-arm64', path, project, known });

    const refused = await find(['0'.repeat(64)]).catch((error: Error) => error);
    const [, digest = ''] =
      /DYNAMODB_PROGRAM_SHA256=([0-9a-f]{64})\. Or start DynamoDB Local/.exec(String(refused)) ?? [];

    expect(refused).toMatchObject({ name: 'StartupError', message: expect.stringContaining(program) });
    expect(await find([digest])).toBe(program);
  });

  test('is complete for all that fetch it at once', async () => {
    const project = newProject();
    printed();

    const found = await Promise.all(
      [1, 2, 3].map(() => dynamoDbProgram({ platform: 'darwin-arm64', path: '', project, known })),
    );

    expect(new Set(await Promise.all(found.map(says)))).toEqual(new Set([`of ${published}`]));
    expect(readdirSync(join(project, '.build/engines'))).toEqual([`darwin-arm64-${version}`]);
  });

  test.each([
    [
      'the registry lacks it',
      'darwin-x64',
      /^Cannot fetch @dynoxide\/darwin-x64@1\.2\.1 \(404 .*\): start DynamoDB Local .*8000$/,
    ],
    [
      'it is made for other platforms',
      'linux-riscv64',
      /^No embedded DynamoDB is made for linux-riscv64: start .*8000$/,
    ],
    ['the machine is Windows itself', 'win32-x64', /^On Windows this runs in WSL: see the README$/],
  ])('is replaced by one line that says what to do where %s', async (_, platform, message) => {
    const project = newProject();
    printed();

    await expect(dynamoDbProgram({ platform, path: '', project, known })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(message),
    });
    await expect(dynamoDbProgram({ platform, path: '', project, known })).rejects.toThrow();
  });
});

test('the lock file names the engine for each platform that the project pins: `npm ci` refuses another one', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const pinned = Object.entries<string>(read('package.json').optionalDependencies);
  const { packages } = read('package-lock.json');

  expect(pinned.map(([name]) => name).sort()).toEqual(
    ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((platform) => `@dynoxide/${platform}`),
  );
  for (const [name, of] of pinned) {
    const [os, cpu] = name.replace('@dynoxide/', '').split('-');
    expect(packages[`node_modules/${name}`]).toMatchObject({ version: of, optional: true, os: [os], cpu: [cpu] });
  }
});
