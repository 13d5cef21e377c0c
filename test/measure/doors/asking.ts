import type { Door } from '../../support/door.ts';

/** What came of it, by what was asked. */
export type Answers = Map<string, unknown>;

/** Asks for one thing after the other, with that door in use so that what it needs is made there. */
export type Asking = (door: Door) => Promise<Answers>;

export async function inTurn(questions: Record<string, () => Promise<unknown>>): Promise<Answers> {
  const answers: Answers = new Map();
  for (const [name, ask] of Object.entries(questions)) answers.set(name, await ask());
  return answers;
}
