import { expect, test } from 'vitest';
import { writeDocs } from '../../bin/build/docs-page.ts';
import { everyOption, synthesise, templateText } from '../support/aws/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the stack with every option breaks no rule of CloudFormation’s own, and is the same byte for byte when made again', async () => {
  expect(await synthesise(everyOption, { judged: true, reference: await writeDocs(temporaryFolder()) })).toBe(
    await templateText(everyOption),
  );
}, 600_000);
