/** The page of a connector: a window and a document of which the tests dispatch the events. */
export class TestPage {
  readonly window = Object.assign(new EventTarget(), {
    location: { origin: 'https://app.example.org', hostname: 'app.example.org', pathname: '/' },
  });
  readonly document = Object.assign(new EventTarget(), { hidden: false });

  /** Installs the page as globals. Returns a function that removes them. */
  install(): () => void {
    Object.assign(globalThis, { window: this.window, document: this.document });
    return () => {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    };
  }

  setHidden(hidden: boolean): void {
    this.document.hidden = hidden;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  goOnline(): void {
    this.window.dispatchEvent(new Event('online'));
  }

  /** Comes out of the back-forward cache. */
  show(): void {
    this.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  }

  /** Injects `bridge` as `window[key].tonconnect`. */
  inject(key: string, bridge: object): void {
    Object.assign(this.window, { [key]: { tonconnect: bridge } });
  }
}
