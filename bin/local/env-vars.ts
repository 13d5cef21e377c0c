/** The file by which `sam local` lets functions in containers use the engines of a running local server. */
import { replacePrivateSync } from '../command-line/private-file.ts';
import { dockerHost } from './guard.ts';
import { messageOf, StartupError } from './startup-error.ts';

const isOfEngine = (name: string): boolean => name.startsWith('AWS_ENDPOINT_URL_') || name.endsWith('_QUEUE_URL');

/** Writes variables for `sam local --env-vars FILE`, the same for every function, with the engines' addresses as containers reach them. */
export function writeEnvVars(file: string, names: readonly string[], address = dockerHost): void {
  const variables = names.map((name) => {
    const value = process.env[name];
    return [name, isOfEngine(name) ? value?.replace(/127\.0\.0\.1|localhost/, address) : value];
  });
  const hidden = variables.find(([, value]) => /^http:\/\/127\.(?!0\.0\.1:)/.test(value ?? ''));
  if (hidden)
    throw new StartupError(`Containers do not find ${hidden[1]}: name ports that they find with --engine-port`);
  try {
    replacePrivateSync(file, `${JSON.stringify({ Parameters: Object.fromEntries(variables) }, undefined, 2)}\n`);
  } catch (error) {
    throw new StartupError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}
