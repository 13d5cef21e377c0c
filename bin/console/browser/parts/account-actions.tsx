/** What staff do with a gift card or a store credit: adjust, edit, disable and enable it. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { notify } from '../state/notices.ts';
import type { Account } from './account.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { AmountField, amountIn, DayField, endOfDayIn, Form, given, TextField, useSecondLook } from './form.tsx';
import { errorText, FieldError } from './states.tsx';
import { amountOf, parseAmount } from './values.tsx';

/** The calls that change an account; each returns the account as it is then. */
export interface Acts<A> {
  adjust(account: A, body: { amount: number; note: string | undefined }): Promise<A>;
  update(account: A, body: { expires_at: string | null; note: string | null }): Promise<A>;
  disable(account: A): Promise<A>;
  enable(account: A): Promise<A>;
}

export interface DialogProps<A> {
  account: A;
  /** Gets the account as it is now. */
  onChange(next: A): void;
  onClose(): void;
}

interface ActionProps<A> extends Omit<DialogProps<A>, 'onClose'> {
  /** What it is called in notices, such as `Card`. */
  noun: string;
  acts: Acts<A>;
  /** Dialogs that only accounts of this kind have, by the words of their buttons. */
  more?: Readonly<Record<string, { dialog: FunctionComponent<DialogProps<A>>; isRisk: boolean }>>;
}

export function AccountActions<A extends Account>({ account, onChange, noun, acts, more = {} }: ActionProps<A>) {
  const [question, setQuestion] = useState<string>();
  const close = () => setQuestion(undefined);
  const shown = { account, onChange, onClose: close };
  const Asked = question === undefined ? undefined : more[question]?.dialog;
  return (
    <div class="actions">
      <Button kind="primary" onClick={() => setQuestion('adjust')}>
        Adjust balance
      </Button>
      <Button onClick={() => setQuestion('edit')}>Expiry and note</Button>
      <div class="apart">
        {Object.entries(more).map(([words, { isRisk }]) => (
          <Button key={words} kind={isRisk ? 'risk' : undefined} onClick={() => setQuestion(words)}>
            {words}
          </Button>
        ))}
        {account.status === 'disabled' || account.disabled_at ? (
          <Button onClick={() => enable(account, { noun, acts, onChange })}>Enable</Button>
        ) : (
          <Button kind="risk" onClick={() => disable(account, { noun, acts, onChange })}>
            Disable
          </Button>
        )}
      </div>
      {question === 'adjust' && <AdjustDialog {...shown} adjust={acts.adjust} />}
      {question === 'edit' && <EditDialog {...shown} update={acts.update} />}
      {Asked && <Asked {...shown} />}
    </div>
  );
}

type Switch<A> = Pick<ActionProps<A>, 'noun' | 'acts' | 'onChange'>;

/** Stops the account from being used; it can be enabled again for 10 seconds here, and always by its button. */
async function disable<A extends Account>(account: A, { noun, acts, onChange }: Switch<A>): Promise<void> {
  try {
    const next = await acts.disable(account);
    onChange(next);
    notify(`${noun} disabled.`, { of: next.id, undo: () => enable(next, { noun, acts, onChange }) });
  } catch (error) {
    notify(errorText(error));
  }
}

async function enable<A extends Account>(account: A, { noun, acts, onChange }: Switch<A>): Promise<void> {
  try {
    const next = await acts.enable(account);
    onChange(next);
    notify(`${noun} enabled.`, { of: next.id });
  } catch (error) {
    notify(errorText(error));
  }
}

type AdjustProps<A> = DialogProps<A> & Pick<Acts<A>, 'adjust'>;

function AdjustDialog<A extends Account>({ account, onChange, onClose, adjust }: AdjustProps<A>) {
  const { balance, currency } = account;
  const [typed, setTyped] = useState('');
  const [isRemoval, setRemoval] = useState(false);
  const lookTwice = useSecondLook('amount');
  const change = (isRemoval ? -1 : 1) * Math.abs(parseAmount(typed, currency) ?? 0);
  const submit = async (fields: FormData) => {
    const size = amountIn(fields, 'amount');
    if (size <= 0) throw new FieldError('amount', 'Enter an amount above zero, and choose Add or Remove.');
    const amount = lookTwice(isRemoval ? -size : size);
    onChange(await adjust(account, { amount, note: given(fields, 'note') }));
    notify('Balance adjusted.');
    onClose();
  };
  return (
    <Dialog title="Adjust the balance" onClose={onClose}>
      <Form submit="Adjust" onSubmit={submit} onCancel={onClose}>
        <fieldset class="choices pair">
          <legend>Change</legend>
          {['Add', 'Remove'].map((words) => (
            <label key={words} class="check">
              <input
                type="radio"
                name="change"
                checked={(words === 'Remove') === isRemoval}
                onChange={() => setRemoval(words === 'Remove')}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <AmountField
          label="Amount"
          name="amount"
          hint={currency}
          autofocus
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <p class="field quiet">
          New balance: <output>{amountOf(balance + change, currency)}</output>
        </p>
        <TextField label="Note" hint="optional; your team sees it under Activity" name="note" maxLength={500} />
      </Form>
    </Dialog>
  );
}

type EditProps<A> = DialogProps<A> & Pick<Acts<A>, 'update'>;

function EditDialog<A extends Account>({ account, onChange, onClose, update }: EditProps<A>) {
  const submit = async (fields: FormData) => {
    const body = {
      expires_at: endOfDayIn(fields, 'expires_at', account.expires_at) ?? null,
      note: given(fields, 'note') ?? null,
    };
    onChange(await update(account, body));
    notify('Expiry and note saved.');
    onClose();
  };
  return (
    <Dialog title="Expiry and note" onClose={onClose}>
      <Form submit="Save" onSubmit={submit} onCancel={onClose}>
        <DayField label="Expires" hint="empty for no expiry" name="expires_at" at={account.expires_at} />
        <TextField
          label="Note"
          hint="for your team only"
          name="note"
          maxLength={500}
          defaultValue={account.note ?? ''}
        />
      </Form>
    </Dialog>
  );
}
