import './connect-button-element.css';
import { TonConnectUIError } from '../core/errors/base-errors.js';
import { internalsOf } from '../core/internals.js';
import type { Theme } from '../core/options.js';
import { TonConnectUI } from '../react/ton-connect-ui.js';
import { mountButton } from '../ui/button-root.js';

/** The widgets that elements have created, one per manifest, and the number of elements that use each. */
const made = new Map<string, { ui: TonConnectUI; shownBy: number }>();

const THEMES: Record<string, Theme> = { light: 'LIGHT', dark: 'DARK', system: 'SYSTEM' };

/** On a server there are no elements. The class is then only a name. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The connect button as a custom element:
 *
 * ```html
 * <prichal-connect-button manifest-url="https://app.example/tonconnect-manifest.json"></prichal-connect-button>
 * ```
 *
 * Elements of one manifest share one widget, which is destroyed with the last of them. `language` and
 * `theme` (`light`, `dark`, `system`) are attributes too. All other options are set on `ui`.
 */
export class ConnectButtonElement extends Base {
  static readonly observedAttributes = ['manifest-url', 'language', 'theme'];

  #given: TonConnectUI | null = null;
  #shown: { ui: TonConnectUI; remove: () => void } | null = null;

  /**
   * The widget of the button. Null while the element is not on the page. Can be set to an existing widget,
   * which the page destroys; `manifest-url` is then not needed.
   */
  get ui(): TonConnectUI | null {
    return this.#given ?? this.#shown?.ui ?? null;
  }

  set ui(ui: TonConnectUI | null) {
    this.#given = ui;
    this.#hide();
    if (this.isConnected) this.#show();
  }

  connectedCallback(): void {
    // A property that was set before this file was loaded hides the accessor above.
    if (Object.hasOwn(this, 'ui')) {
      const { ui } = this;
      Reflect.deleteProperty(this, 'ui');
      this.#given = ui;
    }
    if (!this.#shown) this.#show();
  }

  disconnectedCallback(): void {
    // An element that moves is disconnected and connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#hide();
    });
  }

  attributeChangedCallback(name: string): void {
    if (!this.#shown) return;
    if (name !== 'manifest-url') {
      this.#applyAttributes(this.#shown.ui);
    } else if (!this.#given) {
      this.#hide();
      this.#show();
    }
  }

  #show(): void {
    const { ui, release } = this.#given
      ? { ui: this.#given, release: () => undefined }
      : this.#make();
    this.#applyAttributes(ui);
    const unmount = mountButton(internalsOf(ui), this);
    this.#shown = {
      ui,
      remove() {
        unmount();
        release();
      },
    };
  }

  #hide(): void {
    this.#shown?.remove();
    this.#shown = null;
  }

  /** @throws TonConnectUIError without a manifest, because no wallet could be connected. */
  #make(): { ui: TonConnectUI; release: () => void } {
    const manifestUrl = this.getAttribute('manifest-url');
    if (!manifestUrl) {
      throw new TonConnectUIError(
        '<prichal-connect-button> has no manifest: give it a `manifest-url`, or a TonConnectUI as its property `ui`.',
        { code: 'NO_MANIFEST' },
      );
    }
    const entry = made.get(manifestUrl) ?? { ui: new TonConnectUI({ manifestUrl }), shownBy: 0 };
    made.set(manifestUrl, entry);
    entry.shownBy += 1;
    return {
      ui: entry.ui,
      release() {
        entry.shownBy -= 1;
        if (entry.shownBy > 0) return;
        made.delete(manifestUrl);
        entry.ui.destroy();
      },
    };
  }

  /** @throws TonConnectUIError if the theme is unknown. */
  #applyAttributes(ui: TonConnectUI): void {
    const language = this.getAttribute('language');
    const theme = this.getAttribute('theme');
    if (theme !== null && !THEMES[theme]) {
      throw new TonConnectUIError(
        `<prichal-connect-button> has no theme "${theme}": it knows ${Object.keys(THEMES).join(', ')}.`,
        { code: 'BAD_ATTRIBUTE' },
      );
    }
    ui.uiOptions = {
      ...(language !== null && { language }),
      ...(theme !== null && { uiPreferences: { theme: THEMES[theme] as Theme } }),
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'prichal-connect-button': ConnectButtonElement;
  }
}

// A second copy of this package finds the name already defined.
if (globalThis.customElements && !customElements.get('prichal-connect-button')) {
  customElements.define('prichal-connect-button', ConnectButtonElement);
}
