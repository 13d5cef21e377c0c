import { limits } from './limits.ts';

/** Whether a text, spaces and hyphens aside, may be the gift card code of another system. */
export function isImportedCode(code: string): boolean {
  const { min, max } = limits.importedCode;
  return /^[A-Za-z0-9]*$/.test(code) && code.length >= min && code.length <= max;
}

/** Whether a code, spaces and hyphens aside, is so short that all codes like it can be tried. */
export const isGuessable = (code: string): boolean => code.length < limits.importedCode.guessableBelow;
