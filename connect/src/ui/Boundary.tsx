import { Component, type ReactNode } from 'react';
import { reportError } from '../core/device/report-error.js';

type Props = {
  children: ReactNode;
  /** What stands in its place. @default nothing */
  fallback?: ReactNode;
  onError?: () => void;
};

/** Keeps a fault of the widget from taking the host's page with it. The fault is reported. */
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
