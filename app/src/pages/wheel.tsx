import { WheelDrawing } from '../drawings/wheel';
import { t } from '../words';

/** Wheel page: text and a drawing, nothing to press yet. */
export default function Wheel() {
  return (
    <div className="page page-wheel">
      <WheelDrawing />
      <h1 className="title" tabIndex={-1}>
        {t('Крутись, колесо')}
      </h1>
    </div>
  );
}
