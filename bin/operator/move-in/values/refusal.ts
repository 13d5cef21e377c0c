/** A cell that does not hold what its field needs. The message is the rule: it never holds the cell's text. */
export class Refusal extends Error {}
