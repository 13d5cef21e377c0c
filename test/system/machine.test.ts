/** How tests look at other processes, where the system is not the one that most of them run on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { descendantsOf, inProc, inPs, isRunning } from '../support/machine.ts';

test.skipIf(!existsSync('/proc/self/status'))('`ps` reports the same processes as `/proc`', async () => {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  const { pid = 0 } = parent;
  const parse = (machine: typeof inPs) => ({
    descendants: descendantsOf(pid, machine),
    runs: isRunning(pid, machine),
    isMegabytes: machine.mostKilobytesOf(process.pid) > 20_000,
  });

  const [actual, expected] = [parse(inPs), parse(inProc)];
  for (const each of [...expected.descendants, pid]) process.kill(each);
  await once(parent, 'exit');

  expect(actual).toEqual(expected);
  expect(actual).toMatchObject({ descendants: [expect.any(Number)], runs: true, isMegabytes: true });
  expect([isRunning(pid, inPs), isRunning(pid, inProc)]).toEqual([false, false]);
});
