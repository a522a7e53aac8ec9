import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startTelegram } from './telegram';

const root = createRoot(document.getElementById('root') ?? document.body);
try {
  startTelegram();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch {
  root.render(<p className="outside">Откройте приложение в Telegram.</p>);
}
