/** The file by which `sam local` lets functions in containers use the engines of a running local server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, StartupError } from './startup-error.ts';

/** Docker Desktop's name for the machine that it runs on; there it leads to loopback. */
const host = 'host.docker.internal';

const isOfEngine = (name: string): boolean => name.startsWith('AWS_ENDPOINT_URL_') || name.endsWith('_QUEUE_URL');

/**
 * Writes variables as `sam local --env-vars FILE` takes them, for every function alike: each as it is here, but with engines at the
 * address where containers find them.
 */
export function writeEnvVars(file: string, names: readonly string[], address = host): void {
  const variables = names.map((name) => {
    const value = process.env[name];
    return [name, isOfEngine(name) ? value?.replace(/127\.0\.0\.1|localhost/, address) : value];
  });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ Parameters: Object.fromEntries(variables) }, undefined, 2)}\n`);
  } catch (error) {
    throw new StartupError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}
