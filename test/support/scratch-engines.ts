/** Engines, tables and queues of a run's own, with all that accompanies them on AWS. */
import { randomUUID } from 'node:crypto';
import { requireNamedEngines, startEngines } from '../../bin/local/engines/engines.ts';
import { portOf } from '../../bin/local/engines/ports.ts';
import { prepareEnvironment } from '../../bin/local/environment.ts';
import { LocalBus } from '../../bin/local/events/bus.ts';
import { busPath } from '../../bin/local/events/bus-path.ts';
import { followDeliveries } from '../../bin/local/events/feed.ts';
import { eventsPage } from '../../bin/local/events/page.ts';
import { startServer } from '../../bin/local/server.ts';
import { plantSecret } from './aws/deployment.ts';
import { downloadRole, startSts } from './aws/sts.ts';

/**
 * Starts them, sets the variables by which functions find them, a role that signs links included, and makes the secret of API keys.
 * Answers with how to stop them.
 */
export async function startScratchEngines(): Promise<() => Promise<void>> {
  process.env.LOG_LEVEL ||= 'silent';
  await requireNamedEngines();
  const engines = await startEngines({
    onCrash(error) {
      throw error;
    },
  });
  // Unique, because a `*_ENDPOINT` variable may lead to an engine that outlives the run.
  const name = `scratch-${randomUUID().slice(0, 8)}`;
  const sts = await startSts();
  const bus = new LocalBus();
  const busServer = await startServer(0, [bus.mount, eventsPage(bus, followDeliveries())]);
  const stop = async () => {
    sts.stop();
    busServer.close();
    busServer.closeAllConnections();
    await engines.stop();
  };
  try {
    await prepareEnvironment(engines, {
      storeTable: `${name}-store`,
      requestTable: `${name}-requests`,
      bucket: `${name}-objects`,
      queues: name,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_STS: sts.endpoint,
    DOWNLOAD_ROLE: downloadRole,
    AWS_ENDPOINT_URL_EVENTBRIDGE: `http://127.0.0.1:${portOf(busServer)}${busPath}`,
  });
  await plantSecret();
  return stop;
}

/** Does some work on engines of its own, which end with it. */
export async function onScratchEngines<T>(work: () => Promise<T>): Promise<T> {
  const stop = await startScratchEngines();
  try {
    return await work();
  } finally {
    await stop();
  }
}
