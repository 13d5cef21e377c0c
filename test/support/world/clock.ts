import { onTestFinished, vi } from 'vitest';

/** Lets the service's clock show a time until the test ends; timers run as before. */
export function setClock(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
