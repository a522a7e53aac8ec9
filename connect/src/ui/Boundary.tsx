import { Component, type ReactNode } from 'react';
import { reportError } from '../core/device/report-error.js';

type Props = {
  children: ReactNode;
  /** Shown instead of the failed part. @default nothing */
  fallback?: ReactNode;
  onError?: () => void;
};

/** An error boundary: an error in the widget is reported and does not unmount the app. */
export class Boundary extends Component<Props, { broken: boolean }> {
  declare state: { broken: boolean };

  constructor(props: Props) {
    super(props);
    this.state = { broken: false };
  }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onError?.();
  }

  override render(): ReactNode {
    const { fallback = null, children } = this.props;
    return this.state.broken ? fallback : children;
  }
}
