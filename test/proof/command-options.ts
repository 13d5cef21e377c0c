import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The options that a command was started with. `--help` prints its usage and ends with 0; an option that it does not know
 * ends with 2 and one line that says so.
 */
export function commandOptions<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error} (see --help)`);
    process.exit(2);
  }
}
