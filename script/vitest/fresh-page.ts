/*
 * What one file of tests leaves in the tab would make the next one's page another: launch parameters
 * in the session storage make it Telegram's, a wallet that was connected stands first in the list.
 */
sessionStorage.clear();
localStorage.clear();

/*
 * A test that opens a real window sends its own page, and every later one, to the background, where
 * frames and clicks take seconds. Tests that look at what is opened replace this once more.
 */
const nowhere = { opener: null, closed: false, close: () => undefined };

window.open = () => nowhere as unknown as Window;
