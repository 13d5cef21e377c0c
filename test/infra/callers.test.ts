/** The IAM policies of those who invoke functions without a route. */
import { expect, test } from 'vitest';
import { type CallerName, callerNames, policyOf } from '../../infra/callers.ts';
import { invocables } from '../../lib/resources/functions.ts';

const place = { stackName: 'Staging', region: 'eu-west-1', account: '123456789012' };

/** The functions that a policy names. */
const invoked = (policy: object): string[] => {
  const text = JSON.stringify(policy);
  return [...text.matchAll(/"arn:aws:lambda:eu-west-1:123456789012:function:Staging-([\w-]+)"/g)].map(
    ([, name = '']) => name,
  );
};

const mayInvoke = (caller: CallerName): string[] => invoked(policyOf(caller, place));

test('a backend makes no API key and no store: neither the storefront’s, nor what keeps records in step, nor an auditor', () => {
  for (const caller of ['storefront', 'records', 'auditor'] as const) {
    expect(mayInvoke(caller)).not.toEqual([]);
    expect(mayInvoke(caller).filter((name) => /^(?:create|revoke|update)-(?:api-key|store)$/.test(name))).toEqual([]);
  }
  expect(mayInvoke('operator')).toEqual(expect.arrayContaining(['create-api-key', 'revoke-api-key', 'create-store']));
});

test('the storefront invokes what is the storefront’s, and every function is somebody’s', () => {
  const names = (group: string) => invocables.filter((each) => each.group === group).map(({ name }) => name);

  expect(mayInvoke('storefront')).toEqual(names('storefront'));
  expect(mayInvoke('operator')).toEqual(names('operator'));
  expect(mayInvoke('records')).toEqual(expect.arrayContaining(['import-records', 'delete-customer']));
});

test('an auditor invokes nothing that writes', () => {
  const writers = invocables.filter(
    ({ readOnly, reach = [] }) => !readOnly || reach.some((each) => /Put|Update|Delete/.test(each)),
  );

  expect(mayInvoke('auditor').filter((name) => writers.some((each) => each.name === name))).toEqual([]);
  expect(mayInvoke('auditor')).toEqual(expect.arrayContaining(['audit-ledger', 'report-liability']));
});

test.each(callerNames)(
  'the policy of %s is one that IAM takes: functions by their names, in 6,144 characters',
  (caller) => {
    const policy = policyOf(caller, place);

    expect(policy).toEqual({
      Version: '2012-10-17',
      Statement: [{ Sid: 'Invoke', Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: expect.any(Array) }],
    });
    const text = JSON.stringify(policy);
    expect(text).not.toContain('*');
    expect(text.length).toBeLessThanOrEqual(6144);
  },
);
