import { AccountPage, Fact, none } from '../../parts/account.tsx';
import { useList, useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { CardActions } from './card-actions.tsx';

/** A card with its ledger, its balance over time, and what can be done with it. */
export function CardPage({ id }: { id: string }) {
  const card = useRead((shop, options) => shop.giftCards.get(id, options), [id]);
  const ledger = useList((shop, options) => shop.giftCards.listTransactions(id, { limit: 100 }, options), [id]);
  return (
    <AccountPage
      noun="Gift card"
      back={{ href: hrefOf('gift-cards'), words: 'Gift cards' }}
      account={card}
      ledger={ledger}
      title={({ last4 }) => (
        <>
          <span aria-hidden="true">····</span> {last4}
        </>
      )}
      facts={({ recipient_email, message }) => (
        <>
          <Fact label="Recipient">{recipient_email ?? none}</Fact>
          <Fact label="Message">{message ?? none}</Fact>
        </>
      )}
      actions={(data, onChange) => <CardActions card={data} onChange={onChange} />}
    />
  );
}
