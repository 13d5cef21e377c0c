/** Milliseconds that a test grants a function: a busy machine is no slow function. */
export const patience = 600_000;
