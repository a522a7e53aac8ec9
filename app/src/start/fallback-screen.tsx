/**
 * The start-up fallback (specification, section 2). It is part of the HTML, shown by `data-start`,
 * because it has to stand where no bundle runs. The English line is the specified one; the Russian
 * beneath says what is really the matter and what to do.
 */
export function FallbackScreen() {
  return (
    <main className="fallback">
      {/* Lazy: nobody but who sees it asks for it. */}
      <img src="/sticker.svg" width="160" height="140" alt="" loading="lazy" />
      <h1 className="fallback-words" lang="en">
        <span className="title">Oops</span>
        <span className="visually-hidden"> - </span>
        <span>You are using too old Telegram client to run this application</span>
      </h1>
      <p className="fallback-hint only-failed">
        Приложение не запустилось. Обновите Telegram и откройте его снова.
      </p>
      <p className="fallback-hint only-outside">
        Приложение живёт внутри Telegram. Откройте его там.
      </p>
      <button type="button" className="button only-failed" data-reload="">
        Попробовать снова
      </button>
      <a className="button only-outside only-bot" href="https://t.me/">
        Открыть в Telegram
      </a>
      {/* The server draws it; asked for only where it is seen (skeleton-fill.ts). */}
      <img
        className="fallback-code only-outside only-bot"
        width="176"
        height="176"
        alt="QR-код: эта же ссылка для телефона"
      />
    </main>
  );
}
