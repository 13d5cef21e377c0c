/** Colors of a terminal; none where output goes to a file or a pipe, or where `NO_COLOR` is set. */
import { styleText } from 'node:util';

const on =
  (style: Parameters<typeof styleText>[0], stream: NodeJS.WriteStream) =>
  (text: string): string =>
    styleText(style, text, { stream });

/** A heading on standard output. */
export const heading = on('bold', process.stdout);

/** What went wrong, on standard error. */
export const failure = on('red', process.stderr);
