import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; onError?: () => void };

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
    return this.state.broken ? null : this.props.children;
  }
}
