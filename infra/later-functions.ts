/** All functions that no release had elsewhere, in stacks of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Background } from './background.ts';
import {
  endpointFunction,
  type FunctionSettings,
  invocableFunction,
  pageFunction,
  type StoreFunction,
  shopCallFunction,
} from './functions.ts';
import { functionsIn } from './released.ts';

export class LaterFunctions extends NestedStack {
  /** Those behind routes: of operations, of pages, and of calls with a shopper token. */
  readonly endpoints: readonly StoreFunction[];
  readonly invoked: readonly StoreFunction[];
  /** Those that a queue or a schedule calls, where there are any. */
  readonly background: Background | undefined;

  constructor(scope: Construct, id: string, settings: FunctionSettings) {
    super(scope, id, { description: 'Functions that came later' });
    const { operations, invocables, pages, shopCalls, background } = functionsIn('Later');
    this.endpoints = [
      ...operations.map((each) => endpointFunction(this, settings, each)),
      ...pages.map((each) => pageFunction(this, settings, each)),
      ...shopCalls.map((each) => shopCallFunction(this, settings, each)),
    ];
    this.invoked = invocables.map((each) => invocableFunction(this, settings, each));
    this.background = background.length > 0 ? new Background(this, 'Background', settings, background) : undefined;
  }
}

/** Those that send emails. */
export class LaterEmails extends NestedStack {
  readonly background: Background;

  constructor(scope: Construct, id: string, settings: FunctionSettings, failedSchedules: Queue | undefined) {
    super(scope, id, { description: 'Functions that send emails, and came later' });
    this.background = new Background(
      this,
      'Background',
      settings,
      functionsIn('LaterEmails').background,
      failedSchedules,
    );
  }
}
