/** Addresses of 30 countries as people write them, and what each country refuses. */
import { expect, test } from 'vitest';
import { newAddressBook } from '../../support/world/customer-addresses.ts';

/** The countries of the tests, by their numbers in the store. */
const countries: Readonly<Record<string, string>> = {
  ...{ 3: 'DE', 4: 'AT', 5: 'CH', 6: 'FR', 7: 'GB', 8: 'IE', 9: 'NL', 10: 'BE', 11: 'ES', 12: 'IT' },
  ...{ 13: 'PT', 14: 'SE', 15: 'NO', 16: 'DK', 17: 'FI', 18: 'PL', 19: 'CZ', 20: 'GR', 21: 'TR', 22: 'JP' },
  ...{ 23: 'KR', 24: 'CN', 25: 'HK', 26: 'SG', 27: 'IN', 28: 'AU', 29: 'NZ', 30: 'BR', 31: 'MX', 32: 'AE' },
};

const numberOf = (code: string) => Number(Object.entries(countries).find(([, each]) => each === code)?.[0]);

interface Written {
  street1: string;
  street2?: string;
  city?: string;
  state?: string;
  zip?: string;
}

type Refusal = readonly [change: Partial<Written>, message: string];

const world: Readonly<Record<string, readonly [Written, ...Refusal[]]>> = {
  DE: [
    { street1: 'Platz der Republik 1', zip: '11011', city: 'Berlin' },
    [{ zip: '1101' }, 'Zip must be a postal code of DE, such as 26133'],
    [{ zip: '' }, 'Zip is required'],
    [{ city: '' }, 'City is required'],
  ],
  AT: [
    { street1: 'Stephansplatz 3', zip: '1010', city: 'Wien' },
    [{ zip: '11011' }, 'Zip must be a postal code of AT, such as 1010'],
  ],
  CH: [
    { street1: 'Bundesplatz 3', zip: 'CH-3005', city: 'Bern' },
    [{ zip: '30050' }, 'Zip must be a postal code of CH, such as 2544'],
  ],
  FR: [
    { street1: '55 rue du Faubourg Saint-Honoré', zip: '75008', city: 'Paris' },
    [{ zip: '7500' }, 'Zip must be a postal code of FR, such as 33380'],
  ],
  GB: [
    { street1: '10 Downing Street', city: 'London', zip: 'sw1a 2aa' },
    [{ zip: 'ABC 123' }, 'Zip must be a postal code of GB, such as EC1Y 8SY'],
    [{ zip: '' }, 'Zip is required'],
  ],
  IE: [
    { street1: 'Main Street', city: 'Listowel', state: 'Co. Kerry' },
    [{ zip: 'Kerry' }, 'Zip must be a postal code of IE, such as A65 F4E2'],
    [{ city: '' }, 'City is required'],
  ],
  NL: [
    { street1: 'Binnenhof 19', zip: '2513AA', city: 'Den Haag' },
    [{ zip: '2513' }, 'Zip must be a postal code of NL, such as 1234 AB'],
  ],
  BE: [
    { street1: 'Rue de la Loi 16', zip: '1000', city: 'Bruxelles' },
    [{ zip: '100' }, 'Zip must be a postal code of BE, such as 4000'],
  ],
  ES: [
    { street1: 'Calle de Bailén, s/n', zip: '28013', city: 'Madrid', state: 'Madrid' },
    [{ state: '' }, 'State is required'],
  ],
  IT: [
    { street1: 'Piazza del Colosseo 1', zip: '00184', city: 'Roma', state: 'RM' },
    [{ state: '' }, 'State is required'],
    [{ zip: '184' }, 'Zip must be a postal code of IT, such as 00144'],
  ],
  PT: [
    { street1: 'Praça do Comércio 1', zip: '1100-148', city: 'Lisboa' },
    [{ zip: '1100' }, 'Zip must be a postal code of PT, such as 2725-079'],
  ],
  SE: [
    { street1: 'Drottninggatan 71', zip: 'SE-111 36', city: 'Stockholm' },
    [{ zip: '1113' }, 'Zip must be a postal code of SE, such as 11455'],
  ],
  NO: [{ street1: 'Karl Johans gate 22', zip: '0026', city: 'Oslo' }, [{ city: '' }, 'City is required']],
  DK: [{ street1: 'Rådhuspladsen 1', zip: '1550', city: 'København V' }, [{ zip: '' }, 'Zip is required']],
  FI: [
    { street1: 'Mannerheimintie 30', zip: '00100', city: 'Helsinki' },
    [{ zip: 'Helsinki' }, 'Zip must be a postal code of FI, such as 00550'],
  ],
  PL: [
    { street1: 'ul. Wiejska 4/6/8', zip: '00-902', city: 'Warszawa' },
    [{ zip: '00902' }, 'Zip must be a postal code of PL, such as 00-950'],
  ],
  CZ: [
    { street1: 'Hradčany 8', zip: '119 08', city: 'Praha 1' },
    [{ zip: '119' }, 'Zip must be a postal code of CZ, such as 100 00'],
  ],
  GR: [{ street1: 'Διονυσίου Αρεοπαγίτου 15', zip: '117 42', city: 'Αθήνα' }, [{ zip: '' }, 'Zip is required']],
  TR: [
    { street1: 'İstiklal Caddesi 142', zip: '34430', city: 'Beyoğlu', state: 'İstanbul' },
    [{ zip: '' }, 'Zip is required'],
  ],
  JP: [
    { street1: '千代田区永田町1-7-1', zip: '〒１００－８９１４', state: '東京都' },
    [{ state: '' }, 'State is required'],
    [{ zip: '100' }, 'Zip must be a postal code of JP, such as 154-0023'],
  ],
  KR: [
    { street1: '세종대로 110', city: '중구', state: '서울특별시', zip: '04524' },
    [{ city: '' }, 'City is required'],
  ],
  CN: [
    { street1: '东长安街1号', city: '东城区', state: '北京市', zip: '100006' },
    [{ state: '' }, 'State is required'],
  ],
  HK: [
    { street1: '1 Matheson Street', city: 'Causeway Bay', state: 'Hong Kong Island' },
    [{ state: '' }, 'State is required'],
  ],
  SG: [{ street1: '1 Parliament Place', zip: '178880' }, [{ zip: '' }, 'Zip is required']],
  IN: [
    { street1: 'Rajpath, 14 Raisina Hill', city: 'New Delhi', state: 'Delhi', zip: '110004' },
    [{ zip: '1100' }, 'Zip must be a postal code of IN, such as 110034'],
  ],
  AU: [
    { street1: '1 Macquarie Street', city: 'Sydney', state: 'NSW', zip: '2000' },
    [{ state: '' }, 'State is required'],
  ],
  NZ: [
    { street1: '1 Molesworth Street', street2: 'Pipitea', city: 'Wellington', zip: '6011' },
    [{ zip: '' }, 'Zip is required'],
  ],
  BR: [
    { street1: 'Praça dos Três Poderes, s/n', city: 'Brasília', state: 'DF', zip: '70150-900' },
    [{ zip: '70150' }, 'Zip must be a postal code of BR, such as 40301-110'],
  ],
  MX: [
    { street1: 'Plaza de la Constitución 2', city: 'Ciudad de México', state: 'CDMX', zip: '06066' },
    [{ zip: '6066' }, 'Zip must be a postal code of MX, such as 02860'],
  ],
  AE: [{ street1: 'Sheikh Zayed Road, Al Quoz 3', state: 'Dubai' }, [{ state: '' }, 'State is required']],
};

const person = { first_name: 'Ada', last_name: 'Lovelace' };

test('the table has 30 countries', () => {
  expect(Object.keys(world)).toHaveLength(30);
  expect(Object.keys(world).toSorted()).toEqual(Object.values(countries).toSorted());
});

test.each(Object.entries(world))(
  '%s: an address is accepted as people write it, and is refused by its rules',
  async (code, [written, ...refusals]) => {
    const { create, update, get } = await newAddressBook({ countries, address_rules: 'country' });
    const body = { ...person, ...written, country_id: numberOf(code) };

    const { status, body: address } = await create(body);
    expect({ status, address }).toMatchObject({
      status: 201,
      address: {
        street2: null,
        ...body,
        city: written.city ?? '',
        state: written.state ?? '',
        zip: written.zip ?? null,
      },
    });
    for (const [change, error] of refusals) {
      const fields = Object.keys(change).join();
      for (const refused of [await create({ ...body, ...change }), await update(address.id, { ...body, ...change })]) {
        expect(refused.body).toEqual({ error, code: error.endsWith('required') ? 'MISSING_FIELD' : 'INVALID_FIELD' });
        expect(refused.headers['x-error-field']).toBe(fields);
      }
    }
    expect((await update(address.id, body)).status).toBe(200);
    expect((await get(address.id)).body).toMatchObject(body);
  },
);
