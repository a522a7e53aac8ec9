import { Component, type ReactNode } from 'react';
import { t } from '../words';

interface State {
  readonly message: string | null;
}

/**
 * Shows the generic error screen (specification, sections 2 and 8) in place of the part that
 * failed.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  constructor(props: { readonly children: ReactNode }) {
    super(props);
    // The constructor sets the state. A class field, compiled for the oldest targets, is larger than this file.
    this.state = { message: null };
  }

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <main className="fallback">
        <div className="fallback-words" role="alert">
          <h1 lang="en">An unhandled error occurred:</h1>
          <p className="fallback-message">{message}</p>
        </div>
        <p className="fallback-hint">{t('Произошла непредвиденная ошибка.')}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t('Попробовать снова')}
        </button>
      </main>
    );
  }
}
