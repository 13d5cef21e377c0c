import { UsageError } from './options.ts';

/**
 * The http address that an option names. Throws a `UsageError` for any other text and for a user name or password. The error does not
 * repeat the address, because errors are printed and kept in files.
 */
export function checkedAddress<T extends string | undefined>(option: string, address: T): T {
  if (address === undefined) return address;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(`--${option} must be a URL such as http://localhost:3000`);
  }
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') throw new UsageError(`--${option} must not hold a user name or a password`);
  return address;
}
