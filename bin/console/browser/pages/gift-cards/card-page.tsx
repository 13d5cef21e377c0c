import { useEffect } from 'preact/hooks';
import { AccountPage, Fact, none } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { CustomerName } from '../../parts/names.tsx';
import { type Read, useList, useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { session } from '../../state/session.ts';
import { CardActions } from './card-actions.tsx';
import { expand, type GiftCard } from './gift-card.ts';
import { MailNote, MailState } from './mail-state.tsx';

/** A card with its ledger, its balance over time, and what can be done with it. */
export function CardPage({ id }: { id: string }) {
  const card = useRead((shop, options) => shop.giftCards.get(id, { ...options, expand }), [id]);
  useRecent('Gift card', card, ({ last4 }) => `···· ${last4}`);
  useMailNews(card);
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

/** Milliseconds before each further look at an email that is being sent. After the last one, the page has to be opened again. */
const looks = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000] as const;

/** Shows the outcome of an email that is being sent, without a reload. */
function useMailNews(card: Read<GiftCard>): void {
  const { id, mail } = card.state === 'ready' ? card.data : {};
  useEffect(() => {
    const { shop } = session.peek() ?? {};
    if (!shop || id === undefined || mail?.status !== 'queued') return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async (number: number) => {
      const read = await shop.giftCards.get(id, { expand: 'mail', signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      if (read?.mail && read.mail.status !== 'queued') card.change((last) => ({ ...last, mail: read.mail }));
      else wait(number + 1);
    };
    const wait = (number: number) => {
      const pause = looks[number];
      if (pause !== undefined) timer = setTimeout(look, pause, number);
    };
    wait(0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, mail?.status, mail?.at]);
}
