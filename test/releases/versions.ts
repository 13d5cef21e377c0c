/** What stands against a version: it must be later than the last one, and great enough for what it breaks. */
export function versionFault(version: string, { last, breaks }: { last: string; breaks: boolean }): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`${version || 'The version'} must be three numbers, such as 1.2.3`];
  if (version.localeCompare(last, undefined, { numeric: true }) <= 0) return [`${version} is not later than ${last}`];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lastMajor = 0, lastMinor = 0] = last.split('.').map(Number);
  const mayBreak = major > lastMajor || (major === 0 && minor > lastMinor);
  return breaks && !mayBreak ? [`${version} may break nothing, and a changelog says that it does`] : [];
}
