import { expect, test } from 'vitest';
import { newAddress, replaceAddress } from '../../../lib/resources/customer-addresses/rules.ts';

const input = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street1: '12 St James Square',
  city: 'London',
  state: 'LND',
  country_id: 44,
};

const newlyMade = () => newAddress({ ...input, street2: 'Flat 2', zip: 'SW1Y' }, 'cad_1', '2026-01-01T00:00:00Z');

test('a new address is what was sent, at the time it was sent', () => {
  expect(newlyMade()).toEqual({
    ...input,
    id: 'cad_1',
    street2: 'Flat 2',
    zip: 'SW1Y',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
});

test('an optional field that is left out becomes null, on creation and on replacement', () => {
  expect(newAddress(input, 'cad_2', '2026-01-01T00:00:00Z')).toMatchObject({ street2: null, zip: null });
  expect(replaceAddress(newlyMade(), { ...input, city: 'Oxford' }, '2026-01-02T00:00:00Z')).toEqual({
    ...input,
    id: 'cad_1',
    city: 'Oxford',
    street2: null,
    zip: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
  });
});
