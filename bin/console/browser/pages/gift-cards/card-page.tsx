import { AccountPage, Fact, none } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { CustomerName } from '../../parts/names.tsx';
import { useList, useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { CardActions } from './card-actions.tsx';
import { expand } from './gift-card.ts';
import { MailNote, MailState } from './mail-state.tsx';

/** A card with its ledger, its balance over time, and what can be done with it. */
export function CardPage({ id }: { id: string }) {
  const card = useRead((shop, options) => shop.giftCards.get(id, { ...options, expand }), [id]);
  useRecent('Gift card', card, ({ last4 }) => `···· ${last4}`);
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
      facts={({ recipient_email, message, order, mail }) => (
        <>
          {order && (
            <>
              <Fact label="Order">
                <Link href={hrefOf(`orders/${order.id}`)}>{order.id}</Link>
              </Fact>
              <Fact label="Buyer">
                <CustomerName id={order.customer_id} />
              </Fact>
            </>
          )}
          <Fact label="Recipient">{recipient_email ?? none}</Fact>
          <Fact label="Email">
            <MailState mail={mail} /> <MailNote mail={mail} recipient_email={recipient_email} />
          </Fact>
          <Fact label="Message">{message ?? none}</Fact>
        </>
      )}
      actions={(data, onChange) => <CardActions card={data} onChange={onChange} onSent={card.again} />}
    />
  );
}
