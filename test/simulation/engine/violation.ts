/** Something that must be true is not. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly evidence: unknown;

  constructor(message: string, evidence: unknown) {
    super(message);
    this.evidence = evidence;
  }
}
