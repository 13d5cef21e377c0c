import { idempotencyRecord } from '../once/idempotency-record.ts';
import { invalidField, missingField } from '../schema/errors.ts';
import { readerOf } from '../schema/field.ts';
import { limits } from '../schema/limits.ts';
import { type Operation, requiredKeyMessage, takesIdempotencyKey } from '../schema/operation.ts';
import { codePoints } from '../schema/text.ts';
import type { Authorized, Idempotent, Link, Validated } from './exchange.ts';
import type { Reply } from './reply.ts';
import { header } from './request.ts';

/** Reads the `Idempotency-Key` header. The record itself is looked up later, if at all, in parallel with the handler's reads. */
export function idempotency(operation: Operation): Link<Authorized & Validated, Idempotent> {
  const complete = completing(operation);
  return {
    before({ credentials, path, accepted }, { event }) {
      const idempotencyKey = takesIdempotencyKey(operation) && header(event, 'idempotency-key');
      if (!idempotencyKey) {
        if (operation.requiresIdempotencyKey) throw missingField(requiredKeyMessage, 'Idempotency-Key');
        return { recordOf: () => undefined };
      }
      if (codePoints(idempotencyKey) > limits.idempotencyKey) {
        const message = `Idempotency-Key must be at most ${limits.idempotencyKey} characters`;
        const refused = invalidField(message, 'Idempotency-Key');
        if (accepted) return accepted.then(() => Promise.reject(refused));
        throw refused;
      }
      // Uses the contract's names: the gateway's names may change with a deployment, and differ behind another door.
      const address = JSON.stringify([operation.name, path]);
      const sender = { ...credentials, idempotencyKey };
      return { recordOf: (...content) => idempotencyRecord(sender, [address, ...content], complete) };
    },
  };
}

/**
 * Adds the operation's current fields to a reply from an earlier release. The reply keeps the order of its own fields.
 */
function completing({ success }: Operation): (reply: Reply) => Reply {
  const read = success.schema && readerOf(success.schema);
  return (reply) => (read && reply.body ? { ...reply, body: { ...reply.body, ...read(reply.body) } } : reply);
}
