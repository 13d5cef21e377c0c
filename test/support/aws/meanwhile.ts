import { vi } from 'vitest';
import { s3 } from '../../../lib/objects/client.ts';
import { underNoRole } from './permissions.ts';

/** Lets something happen before the next command of a kind reaches S3. */
export function meanwhile(command: string, happen: () => Promise<unknown>): void {
  const send = s3().send.bind(s3());
  const spy = vi.spyOn(s3(), 'send').mockImplementation((async (...given: Parameters<typeof send>) => {
    if (given[0].constructor.name !== command) return send(...given);
    spy.mockRestore();
    await underNoRole(happen);
    return send(...given);
  }) as never);
}
