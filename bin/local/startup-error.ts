/** Something the person at the keyboard can put right: shown as its one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
