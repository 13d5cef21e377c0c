/**
 * The client of the package as its users run it, on a line that loses, delays and garbles: a call that resolved took effect
 * once, one that was rejected once or not at all, and nothing is asked that the rules say not to ask again.
 */

import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import {
  createCustomerAddress,
  deleteCustomerAddress,
  listCustomerAddresses,
} from '../../lib/resources/customer-addresses/operations.ts';
import { adjustGiftCard, getGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { apply, begin, calling, type Fixture, firstBalance, type MakeShop, wrongAddresses } from '../models/client.ts';
import { unexplained } from '../stage/engine/history.ts';
import { request, Violation } from '../stage/engine/requests.ts';
import { area, type Row } from './table.ts';

const rows: readonly Row<Fixture>[] = [
  {
    of: adjustGiftCard,
    weight: 30,
    ask(fixture, random) {
      const amount = random.pick([1, 20, 300, -300, -900]);
      return calling(fixture, {
        of: adjustGiftCard,
        input: { kind: 'adjust', amount },
        random,
        act: ({ giftCards }) => giftCards.adjust(fixture.card, { amount }),
      });
    },
  },
  {
    of: createCustomerAddress,
    weight: 20,
    ask(fixture, random) {
      const word = `L${random.below(1_000_000)}`;
      const rest = { first_name: 'Ada', street1: '1 Loom Lane', city: 'Boston', state: 'MA', country_id: 1 };
      return calling(fixture, {
        of: createCustomerAddress,
        input: { kind: 'create', word },
        random,
        async act({ customerAddresses }) {
          const address = await customerAddresses.create(fixture.customer, { ...rest, last_name: word });
          fixture.known.push(address.id);
          fixture.kept.add(address.id);
          return address;
        },
      });
    },
  },
  {
    of: deleteCustomerAddress,
    weight: 16,
    ask(fixture, random) {
      const id = random.among(fixture.known);
      if (id === undefined) return undefined;
      const step = calling(fixture, {
        of: deleteCustomerAddress,
        input: { kind: 'delete', id },
        random,
        act: ({ customerAddresses }) => customerAddresses.delete(fixture.customer, id),
      });
      return {
        ...step,
        async send() {
          fixture.kept.delete(id);
          const answer = await step.send();
          if (!answer.ok && answer.body?.tried > 1) {
            throw new Violation('the client: What a retry found deleted was told as an error', [
              JSON.stringify(answer),
            ]);
          }
          return answer;
        },
      };
    },
  },
  {
    of: getGiftCard,
    weight: 8,
    ask: (fixture, random) =>
      calling(fixture, {
        of: getGiftCard,
        input: { kind: 'look at card', reads: true },
        random,
        act: ({ giftCards }) => giftCards.get(fixture.card),
      }),
  },
  {
    of: listCustomerAddresses,
    weight: 10,
    ask(fixture, random) {
      const limit = 1 + random.below(3);
      return calling(fixture, {
        of: listCustomerAddresses,
        input: { kind: 'iterate', reads: true },
        random,
        async act({ customerAddresses }) {
          const before = [...fixture.kept];
          const listed: string[] = [];
          for await (const { id } of customerAddresses.list(fixture.customer, { limit })) listed.push(id);
          const missing = before.filter((id) => fixture.kept.has(id) && !listed.includes(id));
          if (missing.length > 0 || new Set(listed).size < listed.length) {
            throw new Violation('the client: A list lacks what is there, or has it twice', [...missing, ...listed]);
          }
          return listed;
        },
      });
    },
  },
];

export const clientArea = (shopOn: MakeShop = (options) => new StoreCommerce(options)) =>
  area({
    name: 'the client',
    begin: () => begin(shopOn),
    rows,
    judge: (_, history) =>
      unexplained(
        firstBalance,
        history.filter(({ input }) => input.kind === 'adjust' || input.kind === 'look at card'),
        apply,
      ) ?? wrongAddresses(history),
    last: ({ customer, card, key }) => [
      () => [
        request(getGiftCard, { kind: 'look at card' }, { path: { gift_card_id: card }, key }),
        request(
          listCustomerAddresses,
          { kind: 'list at last' },
          { path: { id: customer }, query: { limit: 100 }, key },
        ),
      ],
    ],
  });

export const client = clientArea();
