/** Writes the files of the release that `lib/resources/version.ts` names: run by the release command, in a process of its own. */
import { synthesis } from '../../bin/build/synthesis.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { contractVersion } from '../../lib/resources/version.ts';
import { onScratchEngines } from '../support/scratch-engines.ts';
import { changelog } from './promises.ts';
import { sourceAtHand, writePromised, writeRelease, writeSource } from './release.ts';

// Functions find their tables by variables that are set first.
await onScratchEngines(async () => {
  const { recordRelease } = await import('./record.ts');
  console.log(writeRelease(await recordRelease()));
});
console.log(writeSource(contractVersion, sourceAtHand()));
const document = JSON.parse(JSON.stringify(openApiDocument()));
console.log(
  writePromised(contractVersion, {
    template: JSON.parse((await synthesis({})).text),
    document,
    changelog: changelog(),
  }),
);
