/** The functions that a shop moves in with, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as contract from '../lib/resources/move-in/functions.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import { type FunctionSettings, invocableFunction, type StoreFunction } from './functions.ts';

const ownFunctions: ReadonlySet<string> = new Set(Object.values<Invocable>(contract).map(({ name }) => name));

export const isFunctionOfMoveIn = ({ name }: { name: string }): boolean => ownFunctions.has(name);

export class MoveIn extends NestedStack {
  readonly invoked: readonly StoreFunction[];

  constructor(scope: Construct, id: string, settings: FunctionSettings) {
    super(scope, id, { description: 'Moving in: imports of gift cards, reviews, addresses and waiting shoppers' });
    this.invoked = Object.values<Invocable>(contract).map((each) => invocableFunction(this, settings, each));
  }
}
