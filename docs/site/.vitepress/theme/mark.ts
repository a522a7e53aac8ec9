import { type FunctionalComponent, h } from 'vue';

/** The logo: a bollard and a loop of rope, in the accent colour. */
export const Mark: FunctionalComponent = () =>
  h(
    'svg',
    { class: 'site-mark', viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true },
    [
      h('path', {
        d: 'M7 21V9H6A2.75 2.75 0 0 1 6 3.5H18A2.75 2.75 0 0 1 18 9H17V21M7 17.6C4.3 17.5 2.5 16.9 2.5 15.8 2.5 13.5 12.5 14.4 17 13.5 19 13.1 20.5 12.5 21.5 11.5',
      }),
    ],
  );
