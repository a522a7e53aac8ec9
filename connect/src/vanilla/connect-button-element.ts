import './connect-button-element.css';
import { TonConnectUIError } from '../core/errors/base-errors.js';
import { internalsOf } from '../core/internals.js';
import type { Theme } from '../core/options.js';
import { TonConnectUI } from '../react/ton-connect-ui.js';
import { mountButton } from '../ui/button-root.js';

/** The widgets that elements made, one a manifest, and how many elements show each. */
const made = new Map<string, { ui: TonConnectUI; shownBy: number }>();

const THEMES: Record<string, Theme> = { light: 'LIGHT', dark: 'DARK', system: 'SYSTEM' };

/** A server has no elements; there the class is only a name. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The connect button as an element of HTML:
 *
 * ```html
 * <prichal-connect-button manifest-url="https://app.example/tonconnect-manifest.json"></prichal-connect-button>
 * ```
 *
 * Elements of one manifest share one widget, which is taken down with the last of them. `language` and
 * `theme` (`light`, `dark`, `system`) are attributes, too; everything else is at `ui`.
 */
export class ConnectButtonElement extends Base {
  static readonly observedAttributes = ['manifest-url', 'language', 'theme'];

  #given: TonConnectUI | null = null;
  #shown: { ui: TonConnectUI; remove: () => void } | null = null;

  /**
   * The widget behind the button, null while the element is nowhere on the page. One of the page's own
   * may be set, which the page destroys; then `manifest-url` is not needed.
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
    // Set on the element before this file was there, it hides the property above.
    if (Object.hasOwn(this, 'ui')) {
      const { ui } = this;
      Reflect.deleteProperty(this, 'ui');
      this.#given = ui;
    }
    if (!this.#shown) this.#show();
  }

  disconnectedCallback(): void {
    // An element that is moved leaves, and is back at once.
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

  /** @throws TonConnectUIError without a manifest: there is nothing that a wallet could be shown. */
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

  /** @throws TonConnectUIError for a theme that there is not. */
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

// A second copy of this package finds the name taken.
if (globalThis.customElements && !customElements.get('prichal-connect-button')) {
  customElements.define('prichal-connect-button', ConnectButtonElement);
}
