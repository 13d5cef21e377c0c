/** The errors of an operation, as a table. */
import type { Operation } from '../../lib/schema/operation.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { adviceOn, errorsOf } from './openapi/errors.ts';
import { table } from './page.ts';

/** Each error once: the code, the cause and the remedy. */
export const errorTable = (operation: Operation): string =>
  table(
    ['Status', 'Code and message', 'When, and what to do'],
    errorsOf(operation).map(({ status, code, message, when }) => [
      String(status),
      `[\`${code}\`](/docs/errors.html#${code})<br>${message}`,
      `${upperFirst(when)}. ${adviceOn(operation, { code, message })}`,
    ]),
  );
