/** Whether the release at hand is the next one after the release that is deployed. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contractVersion } from '../../lib/resources/version.ts';
import { type Finding, judged } from './finding.ts';

const changelog = resolve(import.meta.dirname, '../reference/project/7-changelog.md');

/** The releases between two, as a changelog lists them. None where it does not know both. */
export function releasesBetween(one: string, other: string, text: string): string[] {
  const releases = [...text.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version);
  const [first = -1, last = -1] = [one, other].map((version) => releases.indexOf(version)).toSorted((a, b) => a - b);
  return first === -1 ? [] : releases.slice(first + 1, last);
}

/** Asks the deployed stack for its version. A stack that answers with none is not judged. */
export async function releaseFindings(baseUrl: string): Promise<Finding[]> {
  const response = await fetch(`${baseUrl}/docs/version.json`, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) return [];
  const { version } = (await response.json()) as { version: string };
  const skipped = releasesBetween(version, contractVersion, readFileSync(changelog, 'utf8'));
  return [
    judged(
      skipped.length === 0,
      `no release is skipped between ${version}, which is deployed, and ${contractVersion}`,
      `${version} is deployed, and ${contractVersion} does not follow it`,
      `deploy release by release: ${skipped.toReversed().join(', ')}, then ${contractVersion}`,
    ),
  ];
}
