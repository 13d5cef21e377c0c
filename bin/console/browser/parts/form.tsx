import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../../../lib/client/store-commerce.ts';
import { Button } from './button.tsx';
import { isSendKey } from './keys.ts';
import { FieldError, Problem } from './states.tsx';
import { amountOf, currencyOfStore, isLarge, parseAmount, plainAmountOf } from './values.tsx';

interface FormProps {
  /** What the button says. */
  submit: string;
  kind?: 'primary' | 'danger';
  /** Makes the call; a rejection is shown in the form, which stays as it is. */
  onSubmit(fields: FormData): Promise<unknown>;
  onCancel?: (() => void) | undefined;
  children?: ComponentChildren;
}

/** A form with one call for its button: a second press while the call is in flight does nothing. */
export function Form({ submit, kind = 'primary', onSubmit, onCancel, children }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    setBusy(true);
    setError(undefined);
    const form = event.currentTarget;
    try {
      await onSubmit(new FormData(form));
    } catch (failure) {
      setError(failure);
      if ((failure instanceof ApiError || failure instanceof FieldError) && failure.param)
        markField(form, failure.param);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={send} onKeyDown={(event) => isSendKey(event) && event.currentTarget.requestSubmit()}>
      {children}
      {error !== undefined && <Problem error={error} />}
      <div class="form-end">
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" kind={kind} busy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the field with a broken rule. */
function markField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setAttribute('aria-invalid', 'true');
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true });
  field.focus();
}

type InputProps = Pick<
  JSX.IntrinsicElements['input'],
  | 'required'
  | 'autocomplete'
  | 'spellcheck'
  | 'placeholder'
  | 'defaultValue'
  | 'inputMode'
  | 'pattern'
  | 'title'
  | 'maxLength'
  | 'min'
  | 'onInput'
  | 'autofocus'
>;

interface FieldProps extends InputProps {
  label: string;
  name: string;
  hint?: string | undefined;
  isWrong?: boolean;
  type?: 'text' | 'email' | 'password' | 'date';
}

export function Field({ label, hint, isWrong = false, ...given }: FieldProps) {
  // Preact's types distinguish inputs by their type, which a spread hides.
  const input = { type: 'text', ...given, 'aria-invalid': isWrong } as JSX.IntrinsicElements['input'];
  return (
    <label class="field">
      <span>
        {label} {hint && <small>{hint}</small>}
      </span>
      <input {...input} />
    </label>
  );
}

interface TextFieldProps extends Omit<JSX.IntrinsicElements['textarea'], 'label'> {
  label: string;
  name: string;
  hint?: string;
}

export function TextField({ label, hint, ...given }: TextFieldProps) {
  return (
    <label class="field">
      <span>
        {label} {hint && <small>{hint}</small>}
      </span>
      <textarea rows={3} {...given} />
    </label>
  );
}

/** The text in a field; undefined if they left it empty. */
export const given = (fields: FormData, name: string): string | undefined => {
  const value = fields.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** An amount in the currency of the store. */
export function AmountField(
  props: Pick<FieldProps, 'label' | 'name' | 'hint' | 'onInput' | 'autofocus'> & { amount?: number },
) {
  const { amount, hint, ...field } = props;
  const value = amount === undefined ? '' : plainAmountOf(amount);
  return <Field {...field} hint={hint ?? currencyOfStore()} inputMode="decimal" required defaultValue={value} />;
}

/** The amount that a person wrote, in the smallest unit. Throws an Error that the form shows. */
export function amountIn(fields: FormData, name: string): number {
  const amount = parseAmount(given(fields, name) ?? '');
  if (amount === undefined) throw new FieldError(name, `Enter an amount such as ${plainAmountOf(2500)}.`);
  return amount;
}

/** Asks to confirm a large amount: the first press throws what the form shows, the second one of the same amount passes. */
export function useSecondLook(name: string): (amount: number) => number {
  const [seen, setSeen] = useState<number>();
  return (amount) => {
    if (!isLarge(amount) || amount === seen) return amount;
    setSeen(amount);
    throw new FieldError(name, `${amountOf(amount)} is a large amount. If it is correct, press the button again.`);
  };
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A day in the person's own time zone: what it limits ends with that day. */
export function DayField({ at, hint, ...field }: { label: string; name: string; hint: string; at?: string | null }) {
  return (
    <Field
      {...field}
      hint={`${hint}; at the end of that day, ${zone.replaceAll('_', ' ')}`}
      type="date"
      defaultValue={at ? dayOf(at) : ''}
    />
  );
}

/** The last second of the day that a person chose, as the API takes it. A time of that day that was there before stays. */
export function endOfDayIn(fields: FormData, name: string, before?: string | null): string | undefined {
  const day = given(fields, name);
  if (day === undefined) return undefined;
  return before && dayOf(before) === day ? before : new Date(`${day}T23:59:59`).toISOString();
}

/** The day of a time in the person's own zone, as a date field has it. */
function dayOf(at: string): string {
  const time = new Date(at);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

interface SelectProps {
  label: string;
  name: string;
  /** Values with what they are called, in their order. */
  values: readonly (readonly [value: string, words: string])[];
  value?: string | undefined;
  onChange?(value: string): void;
}

export function SelectField({ label, name, values, value, onChange }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name} onChange={(event) => onChange?.(event.currentTarget.value)}>
        {values.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
