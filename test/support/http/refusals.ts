/** Refusals as endpoints answer them. */

export const invalid = (error: string) => ({ status: 400, body: { error, code: 'INVALID_FIELD' } });

export const notFound = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };
