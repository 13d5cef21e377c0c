import * as digitalFilesFunctions from '../../../lib/resources/digital-files/functions.ts';
import * as giftCardsFunctions from '../../../lib/resources/gift-cards/functions.ts';
import * as ledger from '../../../lib/resources/gift-cards/functions.ts';
import * as cards from '../../../lib/resources/gift-cards/operations.ts';
import * as checkout from '../../../lib/resources/orders/functions.ts';
import { type Command, endpoint, invoked, started } from '../every-order/command.ts';
import { type Ground, tomorrow } from '../every-order/ground.ts';
import type { Situation } from '../every-order/situations.ts';

const one = ({ card }: Ground) => ({ path: { gift_card_id: card.id } });

const wherever: { in: readonly Situation[] } = { in: ['usual', 'disabled'] };

const hold = ({ card }: Ground, amount: number) => ({
  checkout_id: 'checkout',
  code: card.code,
  amount,
  currency: 'USD',
  expires_at: tomorrow,
});

const line = ({ teapot, small }: Ground) => ({
  product_id: teapot.id,
  variant_id: small.id,
  quantity: 1,
  unit_price: 200,
});

export const giftCards: readonly Command[] = [
  endpoint(cards.listGiftCards, () => ({})),
  endpoint(cards.issueGiftCard, (_, which) => ({
    body: { value: 5000 + which, recipient_email: 'grace@example.com', message: 'For you' },
  })),
  endpoint(cards.getGiftCard, one),
  endpoint(cards.updateGiftCard, (ground, which) => ({ ...one(ground), body: { note: `Note ${which}` } })),
  // Both together would take what checkouts hold.
  endpoint(cards.adjustGiftCard, (ground, which) => ({ ...one(ground), body: { amount: -300 - which } }), wherever),
  endpoint(cards.replaceGiftCardCode, (ground, which) => ({
    ...one(ground),
    body: which === 0 ? { recipient_email: 'alan@example.com' } : {},
  })),
  endpoint(cards.disableGiftCard, one, wherever),
  endpoint(cards.enableGiftCard, one, wherever),
  endpoint(cards.listGiftCardTransactions, one),
  invoked(giftCardsFunctions.holdGiftCard, (ground, which) => hold(ground, 350 + which), wherever),
  invoked(
    giftCardsFunctions.holdGiftCard,
    (ground, which) => ({ ...hold(ground, 400 + which), code: ground.otherCard.code }),
    {
      asked: 'another card',
    },
  ),
  invoked(
    giftCardsFunctions.holdGiftCard,
    (ground, which) => ({ ...hold(ground, 300 + which), checkout_id: `checkout-${which}` }),
    { asked: 'for another checkout' },
  ),
  invoked(
    giftCardsFunctions.getGiftCardBalance,
    ({ card }, which) => ({ code: card.code, ...(which === 0 ? { checkout_id: 'checkout' } : {}) }),
    wherever,
  ),
  invoked(giftCardsFunctions.releaseGiftCard, () => ({ checkout_id: 'checkout' }), wherever),
  invoked(
    checkout.recordOrder,
    (ground, which) => ({
      order: {
        ...ground.order,
        id: 'ord_new',
        customer_id: ground.ada.id,
        gift_option_id: ground.wrapping,
        checkout_id: 'checkout',
        lines: [{ ...line(ground), unit_price: 200 + which }],
      },
    }),
    wherever,
  ),
  invoked(
    checkout.recordOrder,
    (ground, which) => ({
      order: {
        ...ground.order,
        id: `ord_new${which}`,
        customer_id: ground.ada.id,
        checkout_id: 'checkout',
        lines: [
          line(ground),
          { product_id: ground.vouchers.id, variant_id: ground.voucher.id, quantity: 2, unit_price: 100 },
        ],
      },
    }),
    { asked: 'of vouchers' },
  ),
  invoked(checkout.payOrder, () => ({ order_id: 'ord_pending' }), { in: ['usual', 'owing'] }),
  invoked(checkout.fulfilOrder, () => ({ order_id: 'ord_pending' }), { in: ['owing'] }),
  invoked(checkout.cancelOrder, () => ({ order_id: 'ord_pending' })),
  invoked(checkout.refundOrder, (_, which) => ({ order_id: 'ord_paid', refund_id: 'refund', amount: 400 + which })),
  invoked(
    checkout.refundOrder,
    (_, which) => ({ order_id: 'ord_paid', refund_id: `refund-${which}`, amount: 350 + which }),
    { asked: 'another time' },
  ),
  invoked(digitalFilesFunctions.createDownload, ({ recording }) => ({
    order_id: 'ord_paid',
    variant_id: recording.id,
  })),
  invoked(ledger.auditLedger, () => ({})),
  invoked(ledger.auditLedger, () => ({ after: 'ord_zzz' }), { asked: 'of orders' }),
  invoked(ledger.reportLiability, () => ({})),
  invoked(ledger.exportGiftCards, () => ({})),
  started('sweep-gift-cards', () => [], { in: ['usual', 'owing'] }),
  started('send-mail', ({ cardMail }) => cardMail, { asked: 'of a card' }),
];
