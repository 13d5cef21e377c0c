/** What `setTimeout` gives in a run. */
export class Timer {
  readonly at: number;
  readonly fire: () => void;
  readonly cancel: () => void;

  constructor(at: number, fire: () => void, cancel: (timer: Timer) => unknown) {
    this.at = at;
    this.fire = fire;
    this.cancel = () => void cancel(this);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
