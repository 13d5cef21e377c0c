import { expect, test } from 'vitest';
import { everyOption, synthesise, templateText } from '../support/aws/template.ts';

test('the stack with every option breaks no rule of CloudFormation’s own, and is the same byte for byte when made again', async () => {
  expect(await synthesise(everyOption, { judged: true })).toBe(await templateText(everyOption));
}, 600_000);
