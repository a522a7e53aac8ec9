import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { Mark } from './mark.ts';
import './styles/base.css';
import './styles/builder.css';
import './styles/code.css';
import './styles/front.css';
import './styles/layout.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-title-before': () => h(Mark) }),
} satisfies Theme;
