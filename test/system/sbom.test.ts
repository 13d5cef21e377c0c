/** `npm run sbom`: every package whose code is shipped is listed, as the lock file has it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundles } from '../support/aws/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Bill {
  bomFormat: string;
  components: { group?: string; name: string; version: string; licenses?: object[]; purl?: string }[];
}

/** What the build itself puts in the place of a module is no package. */
const packagesOf = ({ components }: Bill) => components.filter(({ purl }) => purl);

test('lists each package of the bundles with the version of the lock file and its licence', async () => {
  const out = temporaryFolder();
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/sbom.ts', '--out', out]);
  const bill: Bill = JSON.parse(readFileSync(join(out, 'functions.cdx.json'), 'utf8'));
  const server: Bill = JSON.parse(readFileSync(join(out, 'upload-server.cdx.json'), 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const nameOf = ({ group, name }: Bill['components'][number]) => (group ? `${group}/${name}` : name);

  const { metafile } = await bundles();
  const shipped = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(new Set(packagesOf(bill).map(nameOf))).toEqual(new Set(shipped));
  expect(packagesOf(server).map(nameOf)).toContain('@aws-sdk/client-s3');
  for (const component of [...packagesOf(bill), ...packagesOf(server)]) {
    const versions = Object.entries<{ version: string }>(lock)
      .filter(([path]) => path.endsWith(`node_modules/${nameOf(component)}`))
      .map(([, { version }]) => version);
    expect(versions, nameOf(component)).toContain(component.version);
    expect(component.licenses, nameOf(component)).not.toEqual([]);
    expect(stdout).toContain(nameOf(component));
  }
});
