/** The command line in the process of the test: starting a process of its own takes twenty times as long. */
import { Console } from 'node:console';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, vi } from 'vitest';
import { main } from '../../bin/operator.ts';
import type { Ended } from './http/local-server.ts';
import { listen } from './http/servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs a command line to its end, as `run` runs the program. Lines run one after the other. */
export async function commandLine(args: readonly string[], env = process.env): Promise<Ended> {
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const into = (name: keyof typeof written) =>
    new Writable({ write: (chunk, _, done) => void done(void written[name].push(Buffer.from(chunk))) });
  const streams = { stdout: into('stdout'), stderr: into('stderr') };
  const before = { console, env: process.env };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, ...more) => {
      written[name].push(Buffer.from(chunk));
      for (const done of more) if (typeof done === 'function') done();
      return true;
    }),
  );
  globalThis.console = new Console(streams);
  process.env = { ...env };
  try {
    const code = await main(args);
    return { code, stdout: String(Buffer.concat(written.stdout)), stderr: String(Buffer.concat(written.stderr)) };
  } finally {
    globalThis.console = before.console;
    process.env = before.env;
    for (const spy of spies) spy.mockRestore();
  }
}

/** For the tests of a file, or of a suite: gives the text of a bash function that runs `npx store-commerce` in this process, and any other `npx` as usual. */
export function useNpx(): () => string {
  let folder: string;
  let url: string;
  const server = createServer((request, response) => {
    answer(request, response, folder).catch((error) => response.destroy(error));
  });
  beforeAll(async () => {
    folder = temporaryFolder();
    url = await listen(server);
  });
  afterAll(() => void server.close());
  return () => `npx() {
    if [ "$1" != store-commerce ]; then command npx "$@"; return; fi
    shift
    { env -0; printf '\\0'; printf '%s\\0' "$@"; } | curl --silent --show-error --data-binary @- ${url} || return
    cat '${folder}/stderr' >&2
    return "$(cat '${folder}/code')"
  }`;
}

/** Runs the command of a request, and answers with its standard output. Writes its standard error and its exit code into the folder first. */
async function answer(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const given = (await text(request)).split('\0');
  const end = given.indexOf('');
  const env: NodeJS.ProcessEnv = Object.fromEntries(given.slice(0, end).map((variable) => variable.split(/=(.*)/s, 2)));
  const before = process.cwd();
  process.chdir(env.PWD ?? before);
  try {
    const { code, stdout, stderr } = await commandLine(given.slice(end + 1, -1), env);
    writeFileSync(join(folder, 'stderr'), stderr);
    writeFileSync(join(folder, 'code'), String(code));
    response.end(stdout);
  } finally {
    process.chdir(before);
  }
}
