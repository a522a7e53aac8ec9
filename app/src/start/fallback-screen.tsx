import { t } from '../words';

/**
 * Start-up fallback (specification, section 2). It is part of the HTML and shown by `data-start`,
 * because it must work if no bundle runs. The English line is the specified one. It shows only if
 * Telegram opened the app, because only then can the client be too old.
 */
export function FallbackScreen() {
  return (
    <main className="fallback">
      {/* Lazy, so that it loads only if this screen is visible. */}
      <img src="/sticker.svg" width="160" height="140" alt="" loading="lazy" />
      <div className="fallback-words only-outside">
        <h1>{t('Приложение работает внутри Telegram')}</h1>
        <p className="fallback-hint">{t('Откройте его там.')}</p>
      </div>
      <a className="button only-outside only-bot" href="https://t.me/">
        {t('Открыть в Telegram')}
      </a>
      <a className="button only-outside only-without-bot" href="https://web.telegram.org/">
        {t('Открыть Telegram')}
      </a>
      {/* Drawn by the server (skeleton-fill.ts). */}
      <img
        className="fallback-code only-outside only-bot"
        width="176"
        height="176"
        alt={t('QR-код: эта же ссылка для телефона')}
        loading="lazy"
      />
      <a className="fallback-link only-outside only-stand" href="/stand/">
        {t('Открыть в песочнице')}
      </a>
      <h1 className="fallback-words only-failed" lang="en">
        <span className="title">Oops</span>
        <span className="visually-hidden"> - </span>
        <span>You are using too old Telegram client to run this application</span>
      </h1>
      <p className="fallback-hint only-failed">
        {t('Приложение не запустилось. Обновите Telegram и откройте его снова.')}
      </p>
      <button type="button" className="button only-failed" data-reload="">
        {t('Попробовать снова')}
      </button>
    </main>
  );
}
