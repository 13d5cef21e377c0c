import { useState } from 'preact/hooks';
import { statuses } from '../../parts/account.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyList, FilterPicker, FilterTabs, PagePicker } from '../../parts/filters.tsx';
import {
  AmountField,
  amountIn,
  DayField,
  endOfDayIn,
  Field,
  Form,
  given,
  SelectField,
  TextField,
  useSecondLook,
} from '../../parts/form.tsx';
import { Head, List } from '../../parts/lists.tsx';
import { errorText } from '../../parts/states.tsx';
import { amountOf } from '../../parts/values.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { useList } from '../../state/read.ts';
import { go, hrefOf, route } from '../../state/route.ts';
import { mayWrite, session } from '../../state/session.ts';
import { CardPage } from './card-page.tsx';
import { CardTable } from './card-table.tsx';
import { exportCards } from './export-cards.ts';
import { expand, type GiftCard } from './gift-card.ts';

/** Gift cards: the list, or the one that the URL names. */
export const GiftCardsPage = ({ id }: { id: string }) => (id ? <CardPage id={id} /> : <CardList />);

function CardList() {
  const [isIssuing, setIssuing] = useState(false);
  const order = route.value.filters.get('order') ?? undefined;
  const status = (route.value.filters.get('status') ?? undefined) as GiftCard['status'] | undefined;
  const list = useList(
    (shop, options) => shop.giftCards.list({ status, order, expand, limit: 50 }, options),
    [status, order],
  );
  return (
    <>
      <Head title="Gift cards">
        <div class="actions">
          {list.state === 'ready' && list.data.items.length > 0 && (
            <Export onClick={() => exportCards({ status, order })} />
          )}
          {mayWrite() && (
            <Button kind="primary" onClick={() => setIssuing(true)}>
              Issue a gift card
            </Button>
          )}
        </div>
      </Head>
      <search class="filters">
        <FilterTabs name="status" label="Status" values={{ '': 'All', ...statuses }} />
        <FilterPicker name="order" label="Cards of an order" type="order" />
        <PagePicker
          page="gift-cards"
          type="gift_card"
          label="Find a card"
          placeholder="Find by last four, code, email or id"
        />
      </search>
      <List
        list={list}
        height="3rem"
        empty={
          <EmptyList filters={['status', 'order']} of="gift cards" title="No gift cards here">
            Gift cards that you issue or customers buy appear here, newest first.
          </EmptyList>
        }
      >
        {(cards) => <CardTable cards={cards} />}
      </List>
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </>
  );
}

/** Saves the list as a file. It changes nothing, so a key that only reads has it too. */
function Export({ onClick }: { onClick(): Promise<unknown> }) {
  return (
    <Button data-reads onClick={() => onClick().catch((error: unknown) => notify(errorText(error)))}>
      Export CSV
    </Button>
  );
}

/** Issues a card. Its code is shown by the console, since a reload may come between. */
function IssueDialog({ onClose }: { onClose(): void }) {
  const sites = session.value?.key.sites ?? [];
  const lookTwice = useSecondLook('value');
  const issue = async (fields: FormData) => {
    const body = {
      value: lookTwice(amountIn(fields, 'value')),
      recipient_email: given(fields, 'recipient_email'),
      message: given(fields, 'message'),
      note: given(fields, 'note'),
      expires_at: endOfDayIn(fields, 'expires_at'),
      site_id: given(fields, 'site_id'),
    };
    const about = { what: 'Issue a gift card', where: 'gift-cards' };
    const { id, initial_value, currency } = await write('issueGiftCard', [body], about);
    onClose();
    go(hrefOf(`gift-cards/${id}`));
    notify(`Gift card of ${amountOf(initial_value, currency)} issued.`);
  };
  return (
    <Dialog title="Issue a gift card" onClose={onClose}>
      <Form submit="Issue" onSubmit={issue} onCancel={onClose}>
        <AmountField label="Value" name="value" />
        <Field label="Recipient" hint="optional; gets the code by email" name="recipient_email" type="email" />
        <TextField label="Message to the recipient" hint="optional" name="message" maxLength={500} rows={2} />
        {sites.length > 1 && (
          <SelectField
            label="Site that sends the email"
            name="site_id"
            values={sites.map(({ id, name }) => [id, name] as const)}
          />
        )}
        <DayField label="Expires" hint="optional" name="expires_at" />
        <TextField label="Note" hint="optional; for your team only" name="note" maxLength={500} rows={2} />
      </Form>
    </Dialog>
  );
}
