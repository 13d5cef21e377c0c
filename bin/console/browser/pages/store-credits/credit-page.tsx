import { AccountPage, Fact } from '../../parts/account.tsx';
import { AccountActions, type Acts } from '../../parts/account-actions.tsx';
import { CustomerName, useName } from '../../parts/names.tsx';
import { amountOf } from '../../parts/values.tsx';
import { write } from '../../state/open-calls.ts';
import { useList, useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { about, reasons, type StoreCredit } from './store-credit.ts';

/** `name` is the customer's. */
const actsOf = (name: string): Acts<StoreCredit> => ({
  adjust: (credit, body) =>
    write('adjustStoreCredit', [credit.customer_id, credit.id, body], about('Adjust', credit, name)),
  update: (credit, body) =>
    write('updateStoreCredit', [credit.customer_id, credit.id, body], about('Change expiry and note of', credit, name)),
  disable: (credit) => write('disableStoreCredit', [credit.customer_id, credit.id], about('Disable', credit, name)),
  enable: (credit) => write('enableStoreCredit', [credit.customer_id, credit.id], about('Enable', credit, name)),
});

/** A credit with its ledger, its balance over time, and what can be done with it. */
export function CreditPage({ customer, id }: { customer: string; id: string }) {
  const causes = [customer, id];
  const name = useName('customer', customer);
  const credit = useRead((shop, options) => shop.storeCredits.get(customer, id, options), causes);
  useRecent(
    'Store credit',
    credit,
    ({ reason, initial_value, currency }) => `${reasons[reason]}, ${amountOf(initial_value, currency)}`,
  );
  const ledger = useList(
    (shop, options) => shop.storeCredits.listTransactions(customer, id, { limit: 100 }, options),
    causes,
  );
  const customers = hrefOf(`store-credits/${customer}`);
  return (
    <AccountPage
      noun="Store credit"
      back={{ href: customers, words: `Store credit of ${name}` }}
      account={credit}
      ledger={ledger}
      title={({ reason }) => reasons[reason]}
      facts={({ customer_id }) => (
        <Fact label="Customer">
          <CustomerName id={customer_id} />
        </Fact>
      )}
      actions={(data, onChange) => (
        <AccountActions noun="Credit" account={data} onChange={onChange} acts={actsOf(name)} />
      )}
    />
  );
}
