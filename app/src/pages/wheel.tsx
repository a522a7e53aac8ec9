import { WheelDrawing } from '../drawings/wheel';

/** The wheel, at rest: its words and nothing to press yet. */
export default function Wheel() {
  return (
    <div className="page page-wheel">
      <WheelDrawing />
      <h1 className="title" tabIndex={-1}>
        Крутись, колесо
      </h1>
    </div>
  );
}
