/** Prints what each function of the synthesized stack may do, a line for each purpose, and the IAM policies of those who invoke them. */
import { functionAccess, type Statement } from '../infra/access-table.ts';
import { callerNames, callers, policyOf } from '../infra/callers.ts';
import { commandOptions } from './command-line/options.ts';
import { textTable } from './command-line/table.ts';

const { caller, stack, region, account } = commandOptions({
  command: 'npm run policies',
  summary: 'Prints the permissions of each function, and an IAM policy for each group of callers.',
  options: {
    caller: {
      type: 'string',
      value: callerNames.join('|'),
      choices: callerNames,
      summary: 'print only the policy of these callers, ready for IAM',
    },
    stack: {
      type: 'string',
      value: 'NAME',
      default: 'StoreCommerceApi',
      summary: 'prefix of the functions in the policies of callers',
    },
    region: { type: 'string', value: 'REGION', default: '*', summary: 'Region of the functions' },
    account: { type: 'string', value: 'ID', default: '*', summary: 'account of the functions' },
  },
});

const place = { stackName: stack, region, account };

if (caller) {
  console.log(JSON.stringify(policyOf(caller, place), undefined, 2));
} else {
  await printFunctions();
  for (const name of callerNames) {
    const { summary, key }: { summary: string; key?: string } = callers[name];
    console.log(`${name}: ${summary}`);
    if (key) console.log(`Without IAM: an API key with the permission ${key} does the same over HTTP.`);
    console.log(`${JSON.stringify(policyOf(name, place), undefined, 2)}\n`);
  }
}

/** Functions with the same permissions are grouped. */
async function printFunctions(): Promise<void> {
  // Only here: CDK takes most of the time to load.
  const { synthesis } = await import('./build/synthesis.ts');
  const access = functionAccess(JSON.parse((await synthesis()).text));
  const groups = Map.groupBy(access, ([, statements]) => textTable({ rows: statements.map(described) }, 2));
  for (const [grants, functions] of [...groups].toSorted()) {
    console.log(
      functions
        .map(([name]) => name)
        .toSorted()
        .join(', '),
    );
    console.log(`${grants}\n`);
  }
}

function described({ sid, effect, actions, resources, condition }: Statement): [sid: string, text: string] {
  const denied = effect === 'Deny' ? 'never ' : '';
  const verbs = actions.map((action) => action.slice(action.indexOf(':') + 1)).join(' ');
  const where = condition ? ` where ${JSON.stringify(condition)}` : '';
  return [sid, `${denied}${verbs} on ${[...new Set(resources.map(withoutHash))].join(', ')}${where}`];
}

/** Logical ids without CDK's hash; a function's own log group by what it is. */
function withoutHash(resource: string): string {
  return resource
    .replace(/<\w+Logs[0-9A-F]{8}\.Arn>/, 'its own log group')
    .replace(/<(\w+?)[0-9A-F]{8}(?:\.Arn)?>/, '$1');
}
