import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Records why findings of cdk-nag do not apply to a construct and what it holds: reasons by rule. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}
