import { idempotencyRecord } from '../once/idempotency-record.ts';
import { invalidField } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { type Operation, takesIdempotencyKey } from '../schema/operation.ts';
import { codePoints } from '../schema/text.ts';
import type { Admitted, Keyed, Link, Validated } from './exchange.ts';
import { header } from './request.ts';

/** Reads the `Idempotency-Key` header. The record itself is looked up beside the handler's reads, if at all. */
export const idempotency = (operation: Operation): Link<Admitted & Validated, Keyed> => ({
  before({ credentials, path }, { event }) {
    const idempotencyKey = takesIdempotencyKey(operation) && header(event, 'idempotency-key');
    if (!idempotencyKey) return { recordOf: () => undefined };
    if (codePoints(idempotencyKey) > limits.idempotencyKey) {
      throw invalidField(`Idempotency-Key must be at most ${limits.idempotencyKey} characters`);
    }
    // By the contract's own names: the gateway's may change with a deployment, and are others behind another door.
    const address = JSON.stringify([operation.name, path]);
    return { recordOf: (...content) => idempotencyRecord({ ...credentials, idempotencyKey }, [address, ...content]) };
  },
});
