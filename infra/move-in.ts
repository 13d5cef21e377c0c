/** The functions that a shop moves in with, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type FunctionSettings, invocableFunction, type StoreFunction } from './functions.ts';
import { functionsIn } from './released.ts';

export class MoveIn extends NestedStack {
  readonly invoked: readonly StoreFunction[];

  constructor(scope: Construct, id: string, settings: FunctionSettings) {
    super(scope, id, { description: 'Moving in: imports of gift cards, reviews, addresses and waiting shoppers' });
    this.invoked = functionsIn('MoveIn').invocables.map((each) => invocableFunction(this, settings, each));
  }
}
