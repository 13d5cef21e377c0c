/** Codes of gift cards, which only one answer contains: each is shown until the person has taken it, also after a reload. */
import { signal } from '@preact/signals';

interface Code {
  id: string;
  code: string;
  last4: string;
  recipient_email: string | null;
}

/** Only in memory. */
export const codes = signal<readonly Code[]>([]);

/** Shows the code of an answer that has one. */
export function reveal(answer: unknown): void {
  if (isCode(answer)) codes.value = [...codes.peek(), answer];
}

export const taken = (): void => {
  codes.value = codes.peek().slice(1);
};

const isCode = (answer: unknown): answer is Code =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string';
