import { envelope, pageWords } from '../../schema/shared-words.ts';
import { operationWords } from '../../schema/words.ts';
import * as giftCardsFields from './fields.ts';
import * as contract from './operations.ts';

const gift_card_id = 'The gift card, by its id: its code never stands in a path.';

export const operations = [
  operationWords(contract.listGiftCards, {
    text: "Returns the store's gift cards, newest first, never with their codes. A list follows a change usually within a second; read a card by id to see it at once.",
    path: {},
    query: { status: giftCardsFields.wordsOfStatus('Only cards with this status.'), ...pageWords('gift card') },
    reply: envelope('gift cards', 'newest first'),
  }),
  operationWords(contract.issueGiftCard, {
    text: "Makes a card in the store's currency and answers its code, this once. **Send an `Idempotency-Key`**: a retry then gets the same card and the same code, instead of a second card. The stored reply is encrypted with your API key. With a `recipient_email` the code is mailed too.",
    path: {},
  }),
  operationWords(contract.getGiftCard, {
    text: 'Returns the card with its balance and its status as of now. What open checkouts hold is not taken off the balance.',
    path: { gift_card_id },
  }),
  operationWords(contract.updateGiftCard, {
    text: 'Replaces expiry and note together: one that is left out or null is cleared. Works on a card of any status.',
    path: { gift_card_id },
  }),
  operationWords(contract.adjustGiftCard, {
    text: 'Adds an `adjusted` transaction with your note. Works on a card of any status. Without an `Idempotency-Key` a retry adjusts twice.',
    path: { gift_card_id },
  }),
  operationWords(contract.replaceGiftCardCode, {
    text: 'For a code that was lost, leaked or never arrived. The card keeps its id, balance, status, ledger and open holds; the old code stops working in the same commit, for everybody. The new one is mailed where there is a recipient. Works on a card of any status. **Send an `Idempotency-Key`**: a retry without one replaces the code again. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.disableGiftCard, {
    text: 'Keeps the card from being applied at checkout; balance and expiry stay. A checkout that already holds part of it may still spend that part. Disabling it again changes nothing. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.enableGiftCard, {
    text: 'Lets a disabled card be applied again; its status is judged anew, so it may turn out `used` or `expired`. Enabling a card that is not disabled changes nothing. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.listGiftCardTransactions, {
    text: "Returns the card's ledger, newest entry first. Every change of balance or of being disabled has one entry, written in the same commit; the amounts sum to the balance.",
    path: { gift_card_id },
    query: pageWords('transaction'),
    reply: envelope('transactions', 'newest first'),
  }),
];
