import { expect, test } from 'vitest';
import { newSecret, unseal } from '../../../lib/delivery/signature.ts';
import { testEvent } from '../../../lib/delivery/test-event.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { deliver } from '../../../lib/work/deliver-events.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';

isolateTables('test');

test('a secret is 32 random bytes, and is read back for its own webhook', async () => {
  const [one, other] = await Promise.all([newSecret('whk_1'), newSecret('whk_1')]);

  expect(Buffer.from(one.shown.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect(one.shown).not.toBe(other.shown);
  expect(one.sealed).not.toContain(one.shown);
  expect(await unseal('whk_1', one.sealed)).toBe(one.shown);
});

test('a secret that was copied to another webhook, or changed, is not read', async () => {
  const { sealed } = await newSecret('whk_1');
  const bytes = Buffer.from(sealed, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;

  await expect(unseal('whk_2', sealed)).rejects.toThrow();
  await expect(unseal('whk_1', bytes.toString('base64'))).rejects.toThrow();
});

test('an event is not delivered where no secret of the webhook can be read, and is where one can', async () => {
  const [own, other] = await Promise.all([newSecret('whk_1'), newSecret('whk_2')]);
  const now = timestampNow();
  const delivering = (...secrets: { sealed: string }[]) =>
    deliver(
      {
        ...{ id: 'whk_1', url: 'https://nowhere.invalid/' },
        secrets: secrets.map(({ sealed }) => ({ sealed, rotation_id: null, created_at: now })),
      },
      testEvent('sto_1', 'whk_1', now),
    );

  await expect(delivering(other)).rejects.toThrow();
  expect(await delivering(other, own)).toMatchObject({ failure: 'The host name does not resolve' });
});
