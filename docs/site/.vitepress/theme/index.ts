import { type Theme, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import { Mark } from './mark.ts';
import NotFound from './NotFound.vue';
import './styles/base.css';
import './styles/builder.css';
import './styles/code.css';
import './styles/front.css';
import './styles/layout.css';
import './styles/not-found.css';
import './styles/search.css';

const Layout = defineComponent(() => {
  const { theme } = useData();
  return () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-title-before': () => h(Mark),
      'nav-bar-title-after': () => h('span', { class: 'site-version' }, theme.value.version),
      'not-found': () => h(NotFound),
    });
});

export default { extends: DefaultTheme, Layout } satisfies Theme;
