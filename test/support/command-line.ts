/** The command line in the process of the test: starting a process of its own takes twenty times as long. */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { main } from '../../bin/operator.ts';
import type { Ended } from './http/local-server.ts';

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
