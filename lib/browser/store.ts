/** Something that says when it changes. */
export interface Observable {
  /** Calls the listener with each change. @returns a function that removes the listener */
  subscribe: (listener: () => void) => () => void;
}

/** A value that changes, and those who follow it. */
export class Store<T = undefined> implements Observable {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  /** Replaces the value, and calls the listeners unless it is the same. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.notify();
  }

  /** Calls the listeners, for a change of what is not in the value. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
