/** The server's clock at `/clock/`: what time it is, and time that passes at once. */
import * as z from 'zod/mini';
import { type Mount, readBody, sendJson } from '../../../lib/gateway/mounts.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { ApiError, invalidField, parse } from '../../../lib/schema/errors.ts';
import { integer } from '../../../lib/schema/values.ts';
import { advanceClock } from '../clock.ts';

const bodyAtMost = 1024;
/** A hundred years. */
const secondsAtMost = 3_155_760_000;

const body = z.object({
  advance_seconds: integer({
    label: 'advance_seconds',
    min: 0,
    max: secondsAtMost,
    outside: `advance_seconds must be between 0 and ${secondsAtMost}`,
  }),
});

export const clockPage: Mount = {
  handles: (method, path) => (method === 'GET' || method === 'POST') && /^\/clock\/?$/.test(path),

  async handle(request, response) {
    try {
      if (request.method === 'POST') await advance(parsed(await readBody(request, bodyAtMost)));
      else request.resume();
      sendJson(response, 200, { now: timestampNow() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendJson(response, error.status, { error: error.message, code: error.code });
    }
  },
};

async function advance(value: unknown): Promise<void> {
  const { advance_seconds } = parse(body, value, 'INVALID_FIELD');
  if (!(await advanceClock(advance_seconds))) throw invalidField('advance_seconds leads beyond the year 9999');
}

function parsed(bytes: Buffer | undefined): object {
  try {
    const value: unknown = JSON.parse(bytes?.toString() ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, like JSON of another kind.
  }
  throw new ApiError('INVALID_JSON', 'Invalid JSON body');
}
