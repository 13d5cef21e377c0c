/** The file by which `sam local` lets functions in containers use the engines of a running local server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, StartupError } from './startup-error.ts';

/** On Linux a container on the host's own network reaches loopback; elsewhere Docker has a name for the host. */
const engineHost = process.platform === 'linux' ? '127.0.0.1' : 'host.docker.internal';

const isEngine = (name: string): boolean => name.startsWith('AWS_ENDPOINT_URL_') || name.endsWith('_QUEUE_URL');

/** Writes the engines' addresses as `sam local start-api --env-vars FILE` takes them: for every function alike. */
export function writeEnvVars(file: string): void {
  const engines = Object.entries(process.env)
    .filter(([name]) => isEngine(name))
    .map(([name, value]) => [name, value?.replace(/127\.0\.0\.1|localhost/, engineHost)]);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ Parameters: Object.fromEntries(engines) }, undefined, 2)}\n`);
  } catch (error) {
    throw new StartupError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}
