/** Lists what is shipped: the packages with code in the bundles of the functions and of the upload server, in CycloneDX's words. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleAsOne, bundleUploadServer } from './build/bundles.ts';
import { commandOptions } from './command-line/options.ts';
import { textTable } from './command-line/table.ts';

const root = resolve(import.meta.dirname, '..');

const { out } = commandOptions({
  command: 'npm run sbom',
  summary: 'Writes a software bill of materials (CycloneDX 1.6) of everything that is deployed.',
  options: {
    out: {
      type: 'string',
      value: 'DIR',
      default: '.build/sbom',
      summary: 'output folder of `functions` and `upload-server`',
    },
  },
});

interface Component {
  group?: string;
  name: string;
  version?: string;
  /** Absent for what the build itself puts in place of a module. */
  purl?: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

const work = mkdtempSync(join(tmpdir(), 'sbom-'));

/** Writes the bill of a bundle, which the tool checks against CycloneDX's schema, and gives its components. */
function billOf(name: string, metafile: Metafile): Component[] {
  const recorded = join(work, `${name}.json`);
  const file = resolve(out, `${name}.cdx.json`);
  writeFileSync(recorded, JSON.stringify(metafile));
  const tool = join(root, 'node_modules/.bin/cyclonedx-esbuild');
  execFileSync(tool, ['--output-reproducible', '--validate', '-o', file, recorded], { cwd: root, stdio: 'pipe' });
  return (JSON.parse(readFileSync(file, 'utf8')) as { components?: Component[] }).components ?? [];
}

const licenseOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown').join(', ');

mkdirSync(out, { recursive: true });
const bills = {
  functions: billOf('functions', await bundleAsOne()),
  'upload-server': billOf('upload-server', await bundleUploadServer(join(work, 'upload-server'))),
};
rmSync(work, { recursive: true });

const rows = Object.entries(bills).flatMap(([bundle, components]) =>
  components
    .filter(({ purl }) => purl)
    .map((component) => {
      const { group, name, version } = component;
      return [bundle, group ? `${group}/${name}` : name, version, licenseOf(component)];
    }),
);
console.log(textTable({ columns: ['Bundle', 'Package', 'Version', 'License'], rows: rows.toSorted() }));
console.log(
  `\nWritten to ${Object.keys(bills)
    .map((name) => join(out, `${name}.cdx.json`))
    .join(' and ')}`,
);
