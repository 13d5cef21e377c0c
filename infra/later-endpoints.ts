/** Functions of routes that came later, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Operation } from '../lib/schema/operation.ts';
import { endpointFunction, type FunctionSettings, type StoreFunction } from './functions.ts';

/** A function never moves from one stack to another: its new one would find its name taken. */
const names: ReadonlySet<string> = new Set([
  'get-api-key',
  'get-review-reply',
  'set-review-reply',
  'remove-review-reply',
]);

export const isLater = ({ name }: Operation): boolean => names.has(name);

/** As a route of the API in the stack around it calls it. */
interface LaterEndpoint {
  endpoint: StoreFunction;
  handler: ReturnType<typeof LambdaFunction.fromFunctionAttributes>;
}

/** A resource has no closing slash, and any id is its own. */
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, '*').replace(/\/$/, '');

export class LaterEndpoints extends NestedStack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Functions of routes that came later' });
  }

  /** The function of an operation. The gateway's permission is in this stack, too. */
  add(settings: FunctionSettings, operation: Operation, api: RestApi): LaterEndpoint {
    const endpoint = endpointFunction(this, settings, operation);
    endpoint.function.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: api.arnForExecuteApi(operation.method, pathOf(operation), 'live'),
    });
    const { functionArn } = endpoint.function;
    const handler = LambdaFunction.fromFunctionAttributes(api, operation.name, { functionArn, skipPermissions: true });
    return { endpoint, handler };
  }
}
