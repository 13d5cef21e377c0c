/** Reports what an account lacks before a deployment, and whether a stack is well after it. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { synthesis } from './build/synthesis.ts';
import { commandOptions } from './command-line/options.ts';
import {
  bootstrapFindings,
  certificateFindings,
  concurrencyFindings,
  findStack,
  mailFindings,
} from './doctor/account.ts';
import { asked, type Finding, settled } from './doctor/finding.ts';
import { declaredIn, newClients, stackFindings } from './doctor/stack.ts';

const { context, mend } = commandOptions({
  command: 'npm run doctor',
  summary: 'Checks the account before a deployment, and the stack after it.',
  options: {
    context: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'an option of the stack, as for cdk deploy -c',
    },
    mend: {
      type: 'boolean',
      summary: 'add the settings that restored tables and buckets lack',
    },
  },
  notes: 'Credentials and Region come from the environment. The exit code is 1 if something is missing.',
});

const clients = newClients();
const { cloudformation } = clients;
try {
  await cloudformation.config.region();
} catch {
  console.error('No AWS Region is set. Run export AWS_REGION=… or aws configure.');
  process.exit(2);
}

const { text, options } = await synthesis(
  Object.fromEntries(context.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)])),
);

const findings: Finding[] = [
  ...(await asked('the bootstrap', () => bootstrapFindings(cloudformation))),
  ...(await asked('mail', () => mailFindings(new SESv2Client({}), options))),
  ...(await asked('concurrency', () => concurrencyFindings(new LambdaClient({}), options))),
  ...certificateFindings(options),
  ...(await asked('the stack', async () => {
    const stack = await findStack(cloudformation, options.stackName);
    return stackFindings({ stack, declared: declaredIn(JSON.parse(text)), options }, clients);
  })),
];

process.exitCode = (await settled(findings, { mend, print: console.log })) > 0 ? 1 : 0;
