/** Listeners of one event. If a listener throws, the others are still called. */
export class Listeners<T> {
  private listeners: ((value: T) => void)[] = [];

  /** Returns a function that removes the listener. */
  add(listener: (value: T) => void): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** Calls the listeners. An exception of a listener becomes an uncaught error of the page. */
  emit(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.listeners = [];
  }
}
