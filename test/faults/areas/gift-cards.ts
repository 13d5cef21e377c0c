/** Gift cards: at every moment a card's entries add up to its balance, and each change that was acknowledged is one of them. */
import { handler as adjust } from '../../../functions/api/gift-cards/adjust-gift-card.ts';
import { handler as disable } from '../../../functions/api/gift-cards/disable-gift-card.ts';
import { handler as enable } from '../../../functions/api/gift-cards/enable-gift-card.ts';
import { handler as get } from '../../../functions/api/gift-cards/get-gift-card.ts';
import { handler as issue } from '../../../functions/api/gift-cards/issue-gift-card.ts';
import { handler as listTransactions } from '../../../functions/api/gift-cards/list-gift-card-transactions.ts';
import { handler as list } from '../../../functions/api/gift-cards/list-gift-cards.ts';
import * as contract from '../../../lib/contract/gift-cards.ts';
import { ask } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { type Answer, type Input, isExplained, type Model } from '../history.ts';
import type { Random } from '../random.ts';

interface Card {
  disabled: boolean;
  /** Types and amounts, oldest first. */
  ledger: readonly (readonly [type: string, amount: number])[];
}

/** By id. */
type State = Record<string, Card>;

const highestBalance = 10_000_000;

const balanceOf = ({ ledger }: Card): number => ledger.reduce((sum, [, amount]) => sum + amount, 0);

function statusOf(card: Card): string {
  if (card.disabled) return 'disabled';
  return balanceOf(card) === 0 ? 'used' : 'active';
}

// biome-ignore lint/suspicious/noExplicitAny: a card as it was answered
const shows = (shown: any, card: Card): boolean =>
  shown.balance === balanceOf(card) &&
  shown.initial_value === card.ledger[0]?.[1] &&
  shown.status === statusOf(card) &&
  (shown.disabled_at !== null) === card.disabled;

const withEntry = (card: Card, type: string, amount = 0): Card => ({
  ...card,
  ledger: [...card.ledger, [type, amount]],
});

/** The card after an operation, or undefined where the operation is refused. */
function changed(card: Card, { kind, amount }: Input): Card | undefined {
  if (kind === 'disable') return card.disabled ? card : { ...withEntry(card, 'disabled'), disabled: true };
  if (kind === 'enable') return card.disabled ? { ...withEntry(card, 'enabled'), disabled: false } : card;
  if (kind !== 'adjust') return card;
  const next = withEntry(card, 'adjusted', amount);
  return balanceOf(next) < 0 || balanceOf(next) > highestBalance ? undefined : next;
}

function isLedger({ ledger }: Card, { body }: Answer): boolean {
  let balance = 0;
  const expected = ledger
    .map(([type, amount]) => {
      balance += amount;
      return [type, amount, balance];
    })
    .toReversed();
  const shown = body.data.map((entry: Record<string, unknown>) => [entry.type, entry.amount, entry.balance]);
  return JSON.stringify(shown) === JSON.stringify(expected);
}

function isList(state: State, { body }: Answer): boolean {
  const shown: { id: string }[] = body.data;
  const right = (one: { id: string }): boolean => {
    const card = state[one.id];
    return card !== undefined && shows(one, card);
  };
  return shown.length === Object.keys(state).length && shown.every(right);
}

const codePattern = /^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/;

function applyIssue(state: State, { value }: Input, answer: Answer | undefined): State | undefined {
  const card: Card = { disabled: false, ledger: [['issued', value]] };
  if (!answer?.ok || answer.body.id in state || !shows(answer.body, card)) return undefined;
  return codePattern.test(answer.body.code) ? { ...state, [answer.body.id]: card } : undefined;
}

function applyToOne(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const card = state[input.id];
  const next = card && changed(card, input);
  if (!next) return card && (!answer || answer.code === 'INVALID_FIELD') ? state : undefined;
  return !answer || (answer.ok && shows(answer.body, next)) ? { ...state, [input.id]: next } : undefined;
}

function isRead(state: State, { kind, id }: Input, answer: Answer): boolean {
  if (kind === 'list') return answer.ok && isList(state, answer);
  const card = state[id];
  return card !== undefined && answer.ok && isLedger(card, answer);
}

const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'issue') return applyIssue(state, input, answer);
  if (input.kind !== 'list' && input.kind !== 'transactions') return applyToOne(state, input, answer);
  return answer && isRead(state, input, answer) ? state : undefined;
};

export const giftCards: Area = {
  name: 'gift cards',
  async begin(world) {
    const subject = `gift cards of ${world.store.id}`;
    const known: string[] = [];
    const key = world.write;

    const issuing = (value: number): Step => ({
      subject,
      keyed: true,
      input: { kind: 'issue', value },
      async send(idempotencyKey) {
        const answer = await ask(issue, contract.issueGiftCard, { key, body: { value }, idempotencyKey });
        if (answer.ok && !known.includes(answer.body.id)) known.push(answer.body.id);
        return answer;
      },
    });

    const reading = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'get', id },
      send: () => ask(get, contract.getGiftCard, { key, path: { gift_card_id: id } }),
    });

    const changing = (random: Random, id: string): Step => {
      const path = { gift_card_id: id };
      const amount = random.pick([-500, -300, 200, highestBalance]);
      return random.pick<Step>([
        {
          subject,
          keyed: true,
          input: { kind: 'adjust', id, amount },
          send: (idempotencyKey) =>
            ask(adjust, contract.adjustGiftCard, { key, path, body: { amount }, idempotencyKey }),
        },
        {
          subject,
          keyed: true,
          input: { kind: 'disable', id },
          send: (idempotencyKey) => ask(disable, contract.disableGiftCard, { key, path, idempotencyKey }),
        },
        {
          subject,
          keyed: true,
          input: { kind: 'enable', id },
          send: (idempotencyKey) => ask(enable, contract.enableGiftCard, { key, path, idempotencyKey }),
        },
        reading(id),
      ]);
    };

    return {
      subject,
      explains: (operations) => isExplained<State>({}, operations, apply),
      next(random) {
        const id = known[random.below(known.length)];
        return id === undefined || random.chance(0.15) ? issuing(random.pick([500, 1000])) : changing(random, id);
      },
      last: () => [
        ...known.map(reading),
        ...known.map((id) => ({
          subject,
          keyed: false,
          input: { kind: 'transactions', id },
          send: () =>
            ask(listTransactions, contract.listGiftCardTransactions, {
              key,
              path: { gift_card_id: id },
              query: { limit: 100 },
            }),
        })),
        {
          subject,
          keyed: false,
          input: { kind: 'list' },
          send: () => ask(list, contract.listGiftCards, { key, query: { limit: 100 } }),
        },
      ],
    };
  },
};
