import { WheelDrawing } from '../drawings/wheel';
import { t } from '../words';

/** Wheel page: a drawing and a text, nothing to press yet. */
export default function Wheel() {
  return (
    <div className="page">
      <div className="block">
        <WheelDrawing />
        <h1 className="title" tabIndex={-1}>
          {t('Крутись, колесо')}
        </h1>
      </div>
    </div>
  );
}
