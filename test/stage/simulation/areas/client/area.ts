/**
 * The client of the package as its users run it, on a line that loses, delays and garbles: a call that resolved took effect
 * once, one that was rejected once or not at all, and nothing is asked that the rules say not to ask again.
 */

import { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { listCustomerAddresses } from '../../../../../lib/resources/customer-addresses/operations.ts';
import { getGiftCard } from '../../../../../lib/resources/gift-cards/operations.ts';
import { area } from '../../engine/area.ts';
import { isRefused, type Model, type Operation, unexplained } from '../../engine/history.ts';
import { request } from '../../engine/requests.ts';
import { begin, firstBalance, type MakeShop } from './place.ts';

/** The balance of the card. */
const apply: Model<number> = (balance, { kind, amount }, answer) => {
  if (kind === 'look at card') return !answer || answer.body.balance === balance ? balance : undefined;
  const next = balance + amount;
  if (next < 0) return isRefused(answer, 'INVALID_FIELD') ? balance : undefined;
  return !answer || (answer.ok && answer.body.balance === next) ? next : undefined;
};

/** What is wrong with the addresses that are left. */
function wrongAddresses(history: readonly Operation[]): string | undefined {
  const of = (kind: string) => history.filter(({ input }) => input.kind === kind);
  const left: { id: string; last_name: string }[] = of('list at last')[0]?.answer?.body.data ?? [];
  const deletions = of('delete');
  for (const { input, answer } of of('create')) {
    const shown = left.filter(({ last_name }) => last_name === input.word);
    const tries = of('create').filter((each) => each.input.word === input.word);
    const unknown = tries.filter((each) => !each.answer).length;
    const told = tries.flatMap((each) => (each.answer?.ok ? [String(each.answer.body.id)] : []));
    const strangers = shown.filter(({ id }) => !told.includes(id));
    if (strangers.length > unknown) return `${input.word} was created ${shown.length} times by ${tries.length} calls`;
    if (!answer?.ok) continue;
    const asked = deletions.filter((each) => each.input.id === answer.body.id);
    const isLeft = shown.some(({ id }) => id === answer.body.id);
    if (!isLeft && asked.length === 0) return `${input.word} was created, and is not there`;
    if (isLeft && asked.some((each) => each.answer?.ok)) return `${input.word} was deleted, and is there`;
  }
  return undefined;
}

export const clientArea = (shopOn: MakeShop = (options) => new StoreCommerce(options)) =>
  area({
    name: 'the client',
    folder: 'client',
    begin: () => begin(shopOn),
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
