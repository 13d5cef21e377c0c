/**
 * Settings a function receives from its environment; read when used, so that a missing setting causes an error reply and not a
 * crash.
 */

/** A required setting. Throws an Error naming it if it is missing. */
export function requiredSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is missing`);
  return value;
}

/** Whether a setting that is on by default has been turned off with the value `false`. */
export const isOff = (name: string): boolean => process.env[name] === 'false';

/** Whether a setting that is off by default has been turned on with the value `true`. */
export const isOn = (name: string): boolean => process.env[name] === 'true';

/** Whether this runs as a function on AWS, or in its runtime's image. */
export const isOnLambda = (): boolean => setting('AWS_LAMBDA_FUNCTION_NAME') !== undefined;

/** An optional setting; an empty one counts as absent. */
export const setting = (name: string): string | undefined => process.env[name] || undefined;
