import { expect, test } from 'vitest';
import { addressInput } from '../../../lib/resources/customer-addresses/fields.ts';
import { newAddress, replaceAddress } from '../../../lib/resources/customer-addresses/rules.ts';
import { defaultAddressSettings } from '../../../lib/resources/stores/rules.ts';
import { exampleOutput } from '../../../lib/schema/examples.ts';

const whole = exampleOutput(addressInput);
const { first_name, last_name, street1, city, state, country_id } = whole;
const required = { first_name, last_name, street1, city, state, country_id };
const [created_at, later] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];

const newlyMade = () => newAddress(whole, defaultAddressSettings, { id: 'cad_1', now: created_at });

test('a new address is what was sent, at the time it was sent', () => {
  expect(newlyMade()).toEqual({ ...whole, id: 'cad_1', created_at, updated_at: created_at });
});

test('an omitted optional field becomes null, on creation and on replacement', () => {
  const bare = newAddress(required, defaultAddressSettings, { id: 'cad_1', now: created_at });
  expect(bare).toMatchObject({ ...required, street2: null, zip: null });
  expect(replaceAddress(newlyMade(), { ...required, city: 'Oxford' }, defaultAddressSettings, later)).toEqual({
    ...bare,
    city: 'Oxford',
    updated_at: later,
  });
});
