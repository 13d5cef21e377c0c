/** How much a run that ends after some seconds has to play: one that did less has shown nothing. */

export const leastOption = {
  type: 'number',
  value: 'N',
  default: 20,
  summary: 'fails where so many were not played before the time was over',
} as const;

interface Played {
  played: number;
  /** How many there are to play. */
  of: number;
  least: number;
}

/** Ends the process with 1 where a run played too little, and leaves the report of the last one. */
export function endWhereTooLittle(played: Played): void {
  const shortage = tooLittle(played);
  if (shortage === undefined) return;
  console.error(shortage);
  process.exit(1);
}

/** What is wrong with a run that played too little; undefined if it played enough, or all there is. */
export const tooLittle = ({ played, of, least }: Played): string | undefined =>
  played < Math.min(of, least)
    ? `Only ${played} of ${of} were played in the time: fewer than ${least} show nothing (--least)`
    : undefined;
