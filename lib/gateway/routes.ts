/** Finds the operation of a request, as a REST API does. */
import type { Routed } from '../schema/shopper-page.ts';

export interface Route<R extends Routed = Routed> {
  operation: R;
  /** Decoded. */
  pathParameters: Record<string, string>;
}

type Router<R extends Routed> = (method: string, path: string) => Route<R> | undefined;

/**
 * Matches a path with or without its closing slash, segment by segment; a literal segment wins over a parameter. An
 * empty or wrongly percent-encoded segment matches nothing.
 */
export function router<R extends Routed>(operations: readonly R[]): Router<R> {
  const candidates = operations
    .map((operation) => ({ operation, segments: segmentsOf(operation.path) }))
    .toSorted((a, b) => (literalness(a.segments) < literalness(b.segments) ? 1 : -1));
  return (method, path) => {
    const segments = segmentsOf(path);
    for (const candidate of candidates) {
      if (candidate.operation.method !== method) continue;
      const pathParameters = match(candidate.segments, segments);
      if (pathParameters) return { operation: candidate.operation, pathParameters };
    }
    return undefined;
  };
}

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const parameterName = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

/** Sorts templates so that of two that match, the one with the earlier literal segment comes first. */
const literalness = (segments: readonly string[]): string =>
  segments.map((segment) => (parameterName(segment) === undefined ? '1' : '0')).join('');

function match(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = parameterName(expected);
    if (name === undefined) {
      if (segment !== expected) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (!value) return undefined;
    parameters[name] = value;
  }
  return parameters;
}

/** Undefined if it is not percent-encoded properly. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
