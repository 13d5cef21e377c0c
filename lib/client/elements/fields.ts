/** The fields of forms, in the elements and on the hosted pages. */
import type { limits } from '../../schema/limits.ts';
import { node } from './nodes.ts';
import type { Formats } from './wording.ts';
import type { BalanceWords, FormWords } from './words.ts';

// The type is the limit of the contract, so that another value does not compile.
const titleLength: (typeof limits)['reviewTitle'] = 120;
const bodyLength: (typeof limits)['reviewBody'] = 5000;

/** A field with its label. */
export function field(label: string, input: HTMLElement): HTMLElement {
  input.part.add('input');
  return node('label', { part: 'field', class: 'field' }, node('span', { part: 'label' }, label), input);
}

/** The field for the code of a gift card. */
export const codeField = ({ code }: BalanceWords): HTMLElement =>
  field(
    code,
    node('input', {
      name: 'code',
      required: true,
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      dir: 'ltr',
    }),
  );

/** What a shopper writes about a product. `rating` is 1 to 5, or 0 without stars. */
export interface WrittenReview {
  rating: number;
  title: string;
  body: string;
}

/** The fields of a review with their content. `line` ends their names, if a form has several reviews. */
export function reviewFields(
  { rating, title, body, stars }: FormWords & Formats,
  written: WrittenReview = { rating: 0, title: '', body: '' },
  line = '',
): [stars: HTMLFieldSetElement, title: HTMLElement, body: HTMLElement] {
  const choices = [1, 2, 3, 4, 5].map((value) =>
    node(
      'label',
      { part: 'star', class: 'star' },
      node('input', {
        ...{ type: 'radio', name: `rating${line}`, value, required: true },
        ...{ checked: value === written.rating, 'aria-label': stars(value) },
      }),
    ),
  );
  const titleInput = node('input', { name: `title${line}`, value: written.title, maxlength: titleLength, dir: 'auto' });
  const bodyInput = node('textarea', { name: `body${line}`, maxlength: bodyLength, dir: 'auto' });
  bodyInput.defaultValue = written.body;
  return [
    node('fieldset', { part: 'stars', role: 'radiogroup' }, node('legend', { part: 'label' }, rating), ...choices),
    field(title, titleInput),
    field(body, bodyInput),
  ];
}

/** The review in the fields of a form. */
export const reviewIn = (entries: FormData, line = ''): WrittenReview => ({
  rating: Number(entries.get(`rating${line}`)),
  title: String(entries.get(`title${line}`)),
  body: String(entries.get(`body${line}`)),
});
