import { bindSafeArea, bindTheme, expand, ready } from '@prichal/telegram';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { language } from './texts';
import './style.css';

// Outside Telegram, these functions do nothing, except that the theme is the system's.
bindTheme();
bindSafeArea();
expand();

document.documentElement.lang = language;
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
requestAnimationFrame(() => setTimeout(ready));
