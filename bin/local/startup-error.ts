/** Something the person at the keyboard can put right: shown as its one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws a `StartupError` if what was given as `name` is no address of a web server. */
export function requireUrl(name: string, value: string): void {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new StartupError(`${name} must be a URL like http://localhost:8000, not ${value}`);
  }
}
