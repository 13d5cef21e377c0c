import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { measures } from '../measure.ts';
import { partNames } from './readme.ts';
import { codeMark, codeOf, proofs, staleIn, textOfProofPages } from './report.ts';

const root = resolve(import.meta.dirname, '../../..');

test('every figure of the pages is remade by a proof, and every proof is one of the measures', () => {
  const page = textOfProofPages();

  expect(partNames(page).toSorted()).toEqual(proofs.map(({ name }) => name).toSorted());
  for (const { script } of proofs) expect(Object.keys(measures)).toContain(script);
});

test('no figure of the pages is of a run that failed', () => {
  const page = textOfProofPages();

  expect([...page.matchAll(/^\*\*(.*)\*\*: .*\*\*failed\*\*/gm)].map(([, name]) => name)).toEqual([]);
});

/** A copy of what the proofs speak of, and a page with their figures of it. */
function copyWithPage() {
  const copy = temporaryFolder();
  for (const folder of ['functions/operator', 'infra', 'lib/resources/orders']) {
    mkdirSync(join(copy, folder), { recursive: true });
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  const figures = proofs.map(
    (proof) =>
      `<!-- ${proof.name}:begin -->\n\npassed, ${codeMark(codeOf(proof, copy))}:\n\n<!-- ${proof.name}:end -->`,
  );
  return { copy, page: figures.join('\n\n') };
}

test('figures are stale once a byte of the code has changed, and fresh while only examples do', () => {
  const { copy, page } = copyWithPage();
  expect(staleIn(page, copy)).toEqual([]);

  writeFileSync(join(copy, 'lib/resources/orders/examples.ts'), 'export {};');
  expect(staleIn(page, copy)).toEqual([]);

  writeFileSync(join(copy, 'lib/resources/orders/new.ts'), 'export {};');
  expect(staleIn(page, copy)).toEqual(proofs.map(({ name }) => name));
});

test('a figure that is not there is stale', () => {
  const { copy, page } = copyWithPage();

  expect(staleIn(page.replace('<!-- load:begin -->', ''), copy)).toEqual(['load']);
});
