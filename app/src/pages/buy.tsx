import { BuyDrawing } from '../drawings/buy';
import { useConfig } from '../shell/config-context';

/** Buy page: a drawing and a heading, nothing to press yet. */
export default function Buy() {
  const { routes } = useConfig();
  return (
    <div className="page">
      <div className="block">
        <BuyDrawing />
        <h1 className="title" tabIndex={-1}>
          {routes.buy.name}
        </h1>
      </div>
    </div>
  );
}
