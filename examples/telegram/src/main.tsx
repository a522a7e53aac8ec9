import { backButton, init, miniApp } from '@tma.js/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';

init();
backButton.mount.ifAvailable();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
miniApp.ready.ifAvailable();
