/** Listeners of one event. A listener that throws does not keep the others from being called. */
export class Listeners<T> {
  private listeners: ((value: T) => void)[] = [];

  /** Returns a function that removes the listener. */
  add(listener: (value: T) => void): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** Calls the listeners. What one throws becomes an uncaught error of the page. */
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
