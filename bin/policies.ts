/** Prints what each function of the synthesised stack may do, a line for each purpose. */
import { functionAccess, type Statement } from '../infra/access-table.ts';
import { synthesis } from './build/synthesis.ts';
import { commandOptions } from './command-line/options.ts';
import { textTable } from './command-line/table.ts';

commandOptions({
  command: 'npm run policies',
  summary: 'Prints what each function may do, functions that may do the same together.',
  options: {},
});

/** Logical ids without CDK's hash; a function's own log group by what it is. */
const withoutHash = (resource: string): string =>
  resource.replace(/<\w+Logs[0-9A-F]{8}\.Arn>/, 'its own log group').replace(/<(\w+?)[0-9A-F]{8}(?:\.Arn)?>/, '$1');

const access = functionAccess(JSON.parse((await synthesis()).text));

/** Functions that may do the same stand together. */
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

function described({ sid, effect, actions, resources, condition }: Statement): [sid: string, text: string] {
  const denied = effect === 'Deny' ? 'never ' : '';
  const verbs = actions.map((action) => action.slice(action.indexOf(':') + 1)).join(' ');
  const where = condition ? ` where ${JSON.stringify(condition)}` : '';
  return [sid, `${denied}${verbs} on ${[...new Set(resources.map(withoutHash))].join(', ')}${where}`];
}
