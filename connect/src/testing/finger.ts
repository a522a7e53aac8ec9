import { cdp } from 'vitest/browser';

type Point = { x: number; y: number };
type Session = { send(method: string, params: object): Promise<unknown> };

/** Returns the position of the page under test in the browser's page. */
function offset(): Point {
  const box = window.frameElement?.getBoundingClientRect();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

const session = (): Session => cdp() as unknown as Session;

/** Real touches, from the browser's input: they scroll, pinch and cancel like a finger. */
export function fingers() {
  const frame = offset();
  let time = Date.now() / 1000;
  let last: Point[] = [];
  const send = (type: string, points: Point[], after = 16): Promise<unknown> => {
    time += after / 1000;
    last = points;
    return session().send('Input.dispatchTouchEvent', {
      type,
      timestamp: time,
      touchPoints: points.map(({ x, y }, id) => ({ x: x + frame.x, y: y + frame.y, id })),
    });
  };
  const hand = {
    down: (...points: Point[]) => send('touchStart', points),
    move: (...points: Point[]) => send('touchMove', points),
    /** Lifts the finger `after` ms without a move. */
    up: (after?: number) => send('touchEnd', [], after),
    /** Moves in steps of `step` px, 16 ms apart. */
    async drag(by: Point, step = 4) {
      const from = last[0] ?? { x: 0, y: 0 };
      const steps = Math.max(1, Math.round(Math.hypot(by.x, by.y) / step));
      for (let at = 1; at <= steps; at++) {
        const part = at / steps;
        await hand.move({ x: from.x + by.x * part, y: from.y + by.y * part });
      }
    },
  };
  return hand;
}

/** A real mouse. */
export function mouse() {
  const frame = offset();
  let time = Date.now() / 1000;
  const send = (type: string, { x, y }: Point, buttons: number): Promise<unknown> => {
    time += 0.016;
    return session().send('Input.dispatchMouseEvent', {
      type,
      timestamp: time,
      x: x + frame.x,
      y: y + frame.y,
      button: type === 'mouseMoved' && !buttons ? 'none' : 'left',
      buttons,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  };
  return {
    down: (at: Point) => send('mousePressed', at, 1),
    move: (at: Point) => send('mouseMoved', at, 1),
    up: (at: Point) => send('mouseReleased', at, 0),
    wheel: ({ x, y }: Point, down: number) =>
      session().send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x: x + frame.x,
        y: y + frame.y,
        deltaX: 0,
        deltaY: down,
      }),
  };
}

export const middleOf = (element: Element): Point => {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Sets the user's system preferences. Reset them with `prefers({})`. */
export const prefers = (features: Record<string, string>): Promise<unknown> =>
  session().send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
