import * as z from 'zod/mini';
import { text } from './text.ts';

/** Whether a browser may be sent there: an absolute address of http or https. */
export const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\s\p{C}]+$/iu.test(address) && URL.canParse(address);

/** Whether a mail may show a picture from there. */
export const isSecureAddress = (address: string): boolean => /^https:/i.test(address) && isWebAddress(address);

/** An address that a mail may show a picture from. */
export const secureAddress = (label: string) =>
  text({ label, max: 2048 }).check(
    z.refine(isSecureAddress, { error: `${label} must be an https address` }),
    z.meta({ format: 'uri' }),
  );

/** An address that a mail may link to. */
export const webAddress = (label: string) =>
  text({ label, max: 2048 }).check(
    z.refine(isWebAddress, { error: `${label} must be an http or https address` }),
    z.meta({ format: 'uri' }),
  );
