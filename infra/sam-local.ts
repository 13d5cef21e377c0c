import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { localQueue, queueNames, queueUrlSettings } from '../lib/resources/background.ts';
import type { StackOptions } from './options.ts';

/**
 * Ports of `npm start -- --engine-port 8000`. `sam local --env-vars` sets another place, only for declared variables.
 */
const ports = { DYNAMODB: 8000, S3: 8001, SQS: 8001, SESV2: 8002 };

/** Docker Desktop's name for this machine. */
const engineHost = 'host.docker.internal';

/** The variables with which functions in a container use the engines of this machine in place of AWS. */
export function engineEnvironment({ samLocal, stackName }: StackOptions): Record<string, string> {
  if (!samLocal) return {};
  const endpoints = Object.entries(ports).map(([service, port]) => [
    `AWS_ENDPOINT_URL_${service}`,
    `http://${engineHost}:${port}`,
  ]);
  return {
    ...Object.fromEntries(endpoints),
    S3_FORCE_PATH_STYLE: 'true',
    // Links are followed on this machine, where the local server serves them.
    S3_LINK_ENDPOINT: 'http://localhost:3000',
    SERVICE_URL: 'http://localhost:3000',
    // `sam local` knows no references between resources: these are the names that `npm start` gives.
    STORE_TABLE: stackName,
    REQUEST_TABLE: `${stackName}-requests`,
    OBJECT_BUCKET: 'store-commerce-api',
    // The local engines have no roles, and no credentials that end.
    DOWNLOAD_ROLE: '',
    EVENT_BUS: stackName,
    // The file of variables has the key that `npm start` uses.
    DEPLOYMENT_KEY: '',
    DEPLOYMENT_KEY_SECRET: '',
    WEBHOOKS_ANYWHERE: 'true',
    ...Object.fromEntries(
      queueNames.map((name) => [
        queueUrlSettings[name],
        `http://${engineHost}:${ports.SQS}/000000000000/${localQueue(stackName, name)}`,
      ]),
    ),
  };
}

/**
 * Declares credentials, so that the file of variables can set those that `npm start` has drawn and signs links with. `sam local` passes
 * this machine's own for undeclared ones. AWS, and so CDK, forbids these variables.
 */
export function declareCredentials(lambda: LambdaFunction): void {
  const { defaultChild } = lambda.node;
  if (!(defaultChild instanceof CfnFunction)) throw new Error('A function has no template of its own');
  for (const [name, value] of Object.entries(credentials)) {
    defaultChild.addPropertyOverride(`Environment.Variables.${name}`, value);
  }
}

const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_SESSION_TOKEN: '' };
