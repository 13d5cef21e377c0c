import * as z from 'zod/mini';

const color = /^#[0-9A-Fa-f]{6}$/;

/** Whether a text is a colour as a site may have it: `#rrggbb` in hexadecimal. */
export const isColor = (text: string): boolean => color.test(text);

/** A colour that a body may leave out or set to null. */
export function optionalColor(label: string) {
  const error = `${label} must be #rrggbb`;
  return z.nullish(z.string({ error }).check(z.regex(color, { error })));
}
