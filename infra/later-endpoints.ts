/** Functions that came later, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { invocables } from '../lib/resources/functions.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import type { Operation } from '../lib/schema/operation.ts';
import { endpointFunction, type FunctionSettings, invocableFunction, type StoreFunction } from './functions.ts';

/** A function never moves from one stack to another: its new one would find its name taken. */
const names: ReadonlySet<string> = new Set([
  'get-api-key',
  'get-review-reply',
  'set-review-reply',
  'remove-review-reply',
  'get-product-ratings',
  'forget-address',
]);

export const isLater = ({ name }: Operation | Invocable): boolean => names.has(name);

/** As a route of the API in the stack around it calls it. */
interface LaterEndpoint {
  endpoint: StoreFunction;
  handler: ReturnType<typeof LambdaFunction.fromFunctionAttributes>;
}

/** A resource has no closing slash, and any id is its own. */
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, '*').replace(/\/$/, '');

/** The functions without a route, and those behind routes as they are added. */
export class LaterEndpoints extends NestedStack {
  readonly invoked: readonly StoreFunction[];
  readonly #settings: FunctionSettings;

  constructor(scope: Construct, id: string, settings: FunctionSettings) {
    super(scope, id, { description: 'Functions that came later' });
    this.#settings = settings;
    this.invoked = invocables.filter(isLater).map((each) => invocableFunction(this, settings, each));
  }

  /** The function of an operation. The gateway's permission is in this stack, too. */
  add(operation: Operation, api: RestApi): LaterEndpoint {
    const endpoint = endpointFunction(this, this.#settings, operation);
    endpoint.function.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: api.arnForExecuteApi(operation.method, pathOf(operation), 'live'),
    });
    const { functionArn } = endpoint.function;
    const handler = LambdaFunction.fromFunctionAttributes(api, operation.name, { functionArn, skipPermissions: true });
    return { endpoint, handler };
  }
}
