/** Runs the whole service on one machine, with real engines behind it and a demo store to try it on. */
import { join } from 'node:path';
import { describeError, log } from '../lib/runtime/log.ts';
import { startClock } from './local/clock.ts';
import { dataFiles, takeDataFolder } from './local/data-folder.ts';
import { requireNamedEngines, startEngines } from './local/engines/engines.ts';
import { requirePort } from './local/engines/ports.ts';
import { localOptions } from './local/options.ts';
import { StartupError } from './local/startup-error.ts';

async function main(): Promise<void> {
  const options = localOptions();
  const { data } = options;
  // Codes, keys and people's data are among what is written: nothing of it is anybody else's to read.
  process.umask(0o077);
  process.env.LOG_LEVEL ||= 'warn';
  await Promise.all([requireNamedEngines(), requirePort(options.port)]);
  if (data !== undefined) takeDataFolder(data, options);
  startClock({ at: options.beginning, file: data && join(data, dataFiles.clock) });

  // What is refused so far needs none of the service's code, and the engines start while it is loaded.
  const [engines] = await Promise.all([
    startEngines({ data, firstPort: options['engine-port'], address: options.engines, onCrash: fail }),
    import('./local/service.ts'),
  ]);
  const { startService } = await import('./local/service.ts');
  const { summary, stop } = await startService(options, engines);
  stopOnSignal(stop);
  console.log(summary);
}

/** The first signal lets requests end, a second one does not wait for them. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(() => process.exit(0), fail);
    });
  }
}

/** One line where a person can put it right, everything where not. Engines end with this process. */
function fail(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

// A request that brings a function down must not take the other functions with it: on AWS it would not either.
process.on('uncaughtException', (error) => log('error', 'uncaught', { error: describeError(error) }));
// The output is closed, as in `npm start | head`.
process.stdout.on('error', () => process.exit(1));

await main().catch(fail);
