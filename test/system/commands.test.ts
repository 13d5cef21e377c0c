/** Commands that print or write what others read, as a person runs them. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { policyOf } from '../../infra/callers.ts';
import { bundles } from '../support/aws/template.ts';
import { run } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('npm run openapi', () => {
  test('prints a valid document with the given server', async () => {
    const { code, stdout, stderr } = await run('bin/openapi.ts', ['--server', 'https://api.example.com']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }] });
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  test('writes it to a file', async () => {
    const file = join(temporaryFolder(), 'openapi.json');
    const { code, stdout } = await run('bin/openapi.ts', [file]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('paths');
  });

  test('ends with 2 and a line that says what is wrong', async () => {
    const { code, stderr } = await run('bin/openapi.ts', ['--colour']);

    expect(code).toBe(2);
    expect(stderr).toMatch(/^Unknown option --colour: the options are .*--help\)\n$/);
  });
});

test('npm run policies -- --caller prints the policy and nothing else', async () => {
  const place = { stackName: 'Staging', region: 'eu-west-1', account: '123456789012' };
  const flags = ['--caller', 'storefront', '--stack', 'Staging', '--region', 'eu-west-1', '--account', '123456789012'];

  const { stdout } = await run('bin/policies.ts', flags);

  expect(JSON.parse(stdout)).toEqual(policyOf('storefront', place));
});

interface Bill {
  bomFormat: string;
  components: { group?: string; name: string; version: string; licenses?: object[]; purl?: string }[];
}

/** What the build itself puts in place of a module is no package. */
const packagesOf = ({ components }: Bill) => components.filter(({ purl }) => purl);

test('npm run sbom lists each package of the bundles with the version of the lock file and its license', async () => {
  const out = temporaryFolder();
  const { stdout } = await run('bin/sbom.ts', ['--out', out]);
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
