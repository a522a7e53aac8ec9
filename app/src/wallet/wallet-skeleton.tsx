/**
 * The shape of the widget's button, as wide as its longest words make it, so that the name beside it
 * neither moves nor goes when the button comes. English words are shorter and cover less.
 */
export function WalletSkeleton() {
  return (
    <span className="connect-skeleton" aria-hidden="true">
      Подключить кошелёк
    </span>
  );
}
